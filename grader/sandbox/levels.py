"""The levels of confinement, strongest first, and what this machine can have of them.

`namespaces`: a world of its own for each life, and a filter on system calls. `landlock`: files, signals and system
calls confined by the kernel, without a world of its own. `process`: limits and time-outs only.
"""

import os
import sys
import sysconfig
from pathlib import Path
from typing import Literal

from grader.errors import EnvironmentFaultError
from grader.sandbox.layers import landlock, namespaces, privileges, seccomp
from grader.sandbox.layers.confinement import Confinement
from grader.sandbox.runtime import Runtime, package_folders

Level = Literal["namespaces", "landlock", "process"]
LEVELS: tuple[Level, ...] = ("namespaces", "landlock", "process")
#: Ours, where they were installed like any other package: not for a worker to read.
_OURS = {"grader", "reference", "assignments"}


def missing(level: Level) -> str:
    """Say why this machine cannot have `level`; "" if it can."""
    if level == "process":
        return ""
    if not sys.platform.startswith("linux"):
        return "it needs Linux"
    own = namespaces.available() if level == "namespaces" else landlock.available()
    return own or seccomp.available()


def best_level() -> Level:
    """Return the strongest level that this machine can have."""
    return next(level for level in LEVELS if not missing(level))


def insist_on(level: Level) -> None:
    """Raise `EnvironmentFaultError` with the reason where this machine cannot have `level`."""
    why = missing(level)
    if why:
        raise EnvironmentFaultError(f"Sandbox level {level} cannot be had on this machine: {why}. See grade doctor.")


def insist_on_at_least(required: Level, level: str) -> None:
    """Raise `EnvironmentFaultError` where the sandbox is weaker than grader.toml requires."""
    order = [str(known) for known in LEVELS]
    if order.index(level) > order.index(required):
        raise EnvironmentFaultError(
            f"The sandbox level is {level}, but grader.toml requires {required}. See grade doctor for what is missing."
        )


def confinement_for(level: Level, runtime: Runtime, *, group: Path | None = None) -> Confinement:
    """Plan `level`, which this machine must be able to have, in the control group `group`."""
    read = (*_readable(), str(runtime.library))
    root = privileges.needed()
    in_place = level != "namespaces"  # which shows them elsewhere
    needed = (*read, *_libraries())
    another = root and privileges.can_change_user() and privileges.readable_by_others(needed, in_place=in_place)
    user = privileges.new_user() if another else None
    return Confinement(level, read, str(runtime.lives), root, user, str(group or ""))


def _readable() -> list[str]:
    """Return the paths of interpreter, packages and system libraries, both as named and as they really are."""
    keys = ("stdlib", "platstdlib")
    libraries = [sysconfig.get_path(key) for key in keys] + [str(sysconfig.get_config_var("LIBDIR") or "/usr/lib")]
    system = ["/usr/lib", "/usr/lib64", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/localtime", "/usr/share/zoneinfo"]
    system += ["/proc/cpuinfo", "/sys/devices/system/cpu"]  # where torch looks for what the processor can do
    packages = [path for folder in package_folders() for path in _not_ours(Path(folder))]
    paths = [path for path in (*libraries, *system, *packages) if os.access(path, os.R_OK)]
    return list(dict.fromkeys([*paths, *(str(Path(path).resolve()) for path in paths)]))


def _libraries() -> list[str]:
    """Return the folders of what a host imports: root may have installed them for itself alone."""
    paths = [Path(folder) / name for folder in package_folders() for name in ("numpy", "torch")]
    return [str(path) for path in paths if path.exists()]


def _not_ours(folder: Path) -> list[str]:
    if not any((folder / name).is_dir() for name in _OURS):
        return [str(folder)]
    return [str(path) for path in sorted(folder.iterdir()) if path.name not in _OURS]
