"""A control group for a fork server and all its workers: memory and processes in total, and an end for all at once.

Version 2 only, and only where a group was delegated to whoever runs the grader: by its ownership, or, for root, who
owns them all, by the mark that systemd sets. No level depends on it. See the kernel's
Documentation/admin-guide/cgroup-v2.rst and https://systemd.io/CGROUP_DELEGATION.
"""

import contextlib
import itertools
import os
import time
from pathlib import Path
from typing import Final

_ROOT: Final = Path("/sys/fs/cgroup")
_CONTROLLERS: Final = ("memory", "pids")
#: Processes and threads of a host and all its lives.
PROCESSES: Final = 512
#: The part of the machine's memory that they may use together.
MEMORY_SHARE: Final = 0.5
#: The group that the grader itself moves to: a group with controllers for others must not hold processes.
_OURS: Final = "judge"
_MARKS: Final = ("user.delegate", "trusted.delegate")
_ENDING_SECONDS: Final = 2.0
_numbers = itertools.count()


def available() -> str:
    """See the package. A group is made, and removed."""
    try:
        remove(create())
    except OSError as error:
        return str(error.strerror)
    return ""


def describe() -> str:
    """Name the layer, for the report."""
    return "cgroup"


def create() -> Path:
    """Make a group with its limits and nobody in it; raise `OSError` with the reason where that cannot be."""
    base = _delegated()
    _make_room(base)
    _sweep(base)
    group = base / f"workers-{os.getpid()}-{next(_numbers)}"
    group.mkdir()
    try:
        memory = int(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") * MEMORY_SHARE)
        (group / "pids.max").write_text(str(PROCESSES))
        (group / "memory.max").write_text(str(memory))
        if (group / "memory.swap.max").exists():
            (group / "memory.swap.max").write_text("0")
    except OSError:
        group.rmdir()
        raise
    return group


def apply(group: str) -> None:
    """Put the calling process, and all that it will start, into `group`."""
    Path(group, "cgroup.procs").write_text("0")


def kill(group: Path) -> None:
    """End all that is in `group`."""
    (group / "cgroup.kill").write_text("1")


def remove(group: Path) -> None:
    """End all that is in `group`, and the group. One that does not get empty is left to whoever delegated it."""
    deadline = time.monotonic() + _ENDING_SECONDS
    with contextlib.suppress(FileNotFoundError):
        kill(group)
        while True:
            try:
                return group.rmdir()
            except FileNotFoundError:
                raise
            except OSError:  # who was killed is not gone at once
                if time.monotonic() > deadline:
                    return None
            time.sleep(0.01)


def _sweep(base: Path) -> None:
    """Remove the groups whose makers are gone."""
    for group in base.glob("workers-*"):
        try:
            os.kill(int(group.name.split("-")[1]), 0)
        except ProcessLookupError:
            remove(group)
        except PermissionError:
            continue  # somebody else's


def _delegated() -> Path:
    """Return the group that is ours to divide, or raise `OSError` with the reason why there is none."""
    if not (_ROOT / "cgroup.controllers").exists():
        raise OSError(0, f"{_ROOT} is no tree of control groups of version 2")
    own = Path("/proc/self/cgroup").read_text().rpartition("0::/")[2].strip()
    base = _ROOT / own
    if base.name == _OURS:
        base = base.parent
    if not os.access(base, os.W_OK) or not os.access(base / "cgroup.procs", os.W_OK) or not _meant_for_us(base):
        raise OSError(0, f"the control group {base} is not delegated")
    lacking = set(_CONTROLLERS) - set((base / "cgroup.controllers").read_text().split())
    if lacking:
        raise OSError(0, f"the control group {base} has no controller for {' and '.join(sorted(lacking))}")
    if not (base / "cgroup.kill").exists():
        raise OSError(0, "the kernel cannot end a control group at once (it came with Linux 5.14)")
    return base


def _meant_for_us(base: Path) -> bool:
    """Whether somebody delegated `base`. Root may write everywhere, which is not the same."""
    if os.geteuid() != 0:
        return True
    for mark in _MARKS:
        with contextlib.suppress(OSError):
            return os.getxattr(base, mark) == b"1"
    return False


def _make_room(base: Path) -> None:
    """Move the processes of `base` to a group below it, and give the groups below it the controllers."""
    wanted = " ".join(f"+{name}" for name in _CONTROLLERS)
    if set(_CONTROLLERS) <= set((base / "cgroup.subtree_control").read_text().split()):
        return
    (base / _OURS).mkdir(exist_ok=True)
    for process in (base / "cgroup.procs").read_text().split():
        with contextlib.suppress(ProcessLookupError):
            (base / _OURS / "cgroup.procs").write_text(process)
    (base / "cgroup.subtree_control").write_text(wanted)
