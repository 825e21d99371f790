"""The levels of confinement, strongest first, and what this machine can have of them.

`namespaces`: a world of its own for each life, and a filter on system calls. `landlock`: files, signals and system
calls confined by the kernel, without a world of its own. `process`: limits and time-outs only.
"""

import os
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from grader import wire
from grader.errors import EnvironmentFaultError
from grader.sandbox.layers import landlock, namespaces, privileges, seccomp
from grader.sandbox.layers.confinement import Confinement
from grader.sandbox.runtime import Runtime, package_folders

Level = Literal["namespaces", "landlock", "process"]
LEVELS: tuple[Level, ...] = ("namespaces", "landlock", "process")


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
    """Raise `EnvironmentFaultError` where the sandbox is weaker than the settings require."""
    order = [str(known) for known in LEVELS]
    if order.index(level) > order.index(required):
        raise EnvironmentFaultError(
            f"The sandbox level is {level}, but {required} is required, by grader.toml or a variable GRADER_…."
            " See grade doctor for what is missing."
        )


def confinement_for(level: Level, runtime: Runtime, *, group: Path | None = None) -> Confinement:
    """Plan `level`, which this machine must be able to have, in the control group `group`."""
    read = (*_readable(), str(runtime.library))
    root = privileges.needed()
    in_place = level != "namespaces"  # which shows them elsewhere
    needed = (*read, *_libraries())
    another = root and privileges.can_become_another() and privileges.readable_by_others(needed, in_place=in_place)
    user = privileges.new_user() if another else None
    return Confinement(level, read, str(runtime.lives), root, user, str(group or ""))


def _readable() -> list[str]:
    """Return the paths of interpreter, packages and system libraries, both as named and as they really are."""
    keys = ("stdlib", "platstdlib")
    libraries = [sysconfig.get_path(key) for key in keys] + [str(sysconfig.get_config_var("LIBDIR") or "/usr/lib")]
    system = ["/usr/lib", "/usr/lib64", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/localtime", "/usr/share/zoneinfo"]
    system += ["/proc/cpuinfo", "/sys/devices/system/cpu"]  # where torch looks for what the processor can do
    named = [Path(path) for path in (*libraries, *system, *package_folders()) if os.access(path, os.R_OK)]
    places = dict.fromkeys([*named, *(path.resolve() for path in named)])
    ours = _ours()
    return list(dict.fromkeys(str(path) for place in places for path in _beside(ours, place)))


def _ours() -> list[Path]:
    """Return where packages of ours lie: installed like any other, or in the tree that this file is in."""
    folders = {Path(folder).resolve() for folder in (*package_folders(), str(Path(wire.__file__).parents[1]))}
    return [folder / name for folder in folders for name in wire.OURS if (folder / name).exists()]


def _beside(ours: list[Path], place: Path) -> Iterator[Path]:
    """Return `place`, or where ours is in it all that lies beside: who may read a folder may read each part of it.

    A link is no more than a name; where it leads is asked by itself.
    """
    real = place.resolve()
    if place.is_symlink() or not any(path.is_relative_to(real) for path in ours):
        yield place
    elif real not in ours:
        for child in sorted(place.iterdir()):
            yield from _beside(ours, child)


def _libraries() -> list[str]:
    """Return the folders of what a host imports: root may have installed them for itself alone."""
    paths = [Path(folder) / name for folder in package_folders() for name in ("numpy", "torch")]
    return [str(path) for path in paths if path.exists()]
