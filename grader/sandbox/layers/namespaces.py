"""A small world of its own: a root of a few read-only folders, no /proc, no network, nobody else's processes.

The host enters user, mount, process, network, IPC and UTS namespaces once (`enter_world`). Each worker is forked into
a new process namespace (`fork_alone`), where it is process 1 and dies with everything it started, and then hides
the other lives' folders behind a private one (`apply`). Works without root where the kernel allows unprivileged user
namespaces.
"""

import os
import signal
from collections.abc import Iterable
from pathlib import Path

from grader.sandbox.layers.limits import own_process
from grader.sandbox.layers.system_calls import (
    PARENT_DEATH_SIGNAL,
    mount,
    process_control,
    set_namespace,
    system_call,
    tried,
    unmount,
    unshare,
)

_NEWNS, _NEWUTS, _NEWIPC, _NEWUSER, _NEWPID, _NEWNET = 0x20000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000
_WORLD = _NEWUSER | _NEWNS | _NEWPID | _NEWIPC | _NEWUTS | _NEWNET
_READ_ONLY, _NO_SUID, _NO_DEVICES, _NO_EXECUTE, _REMOUNT, _BIND, _RECURSIVE, _PRIVATE = (
    0x1, 0x2, 0x4, 0x8, 0x20, 0x1000, 0x4000, 0x40000,
)  # fmt: skip
#: What the user of a worker is called in there.
_INSIDE = 1000
_PIVOT_ROOT = 155 if os.uname().machine == "x86_64" else 41
_DETACH = 2
_DEVICES = ("/dev/null", "/dev/zero", "/dev/random", "/dev/urandom")
#: A descriptor of the host's own process namespace, taken while /proc could still be seen.
_home: list[int] = []
_SCRATCH = b"size=64m,nr_inodes=4096,mode=755"


def available() -> str:
    """See the package. Every kind of step is tried: a container may allow the first and refuse a later one."""
    error = tried(_try_each_step)
    return f"user namespaces, or mounts in them, are refused here ({os.strerror(error)})" if error else ""


def describe() -> str:
    """Name the layer, for the report."""
    return "namespaces (user, mount, pid, net, ipc, uts)"


def enter_world(*, read: Iterable[str], lives: str, user: int | None = None) -> int:
    """Move into a root that holds the paths `read`, read-only, the folder `lives`, writable, and four devices.

    `user` is whom root becomes, as seen from outside, when all is in its place; None keeps the caller's. Returns a
    descriptor of this process's folder in /proc, which cannot be seen from there.

    Who calls this comes out as a child of the caller, process 1 of a namespace that it owns: only from one of those
    can a process go on into new ones and back.
    """
    _unshare(user)
    mount(None, b"/", None, _RECURSIVE | _PRIVATE)
    _continue_as_child()
    process = own_process()
    _home.append(os.open("/proc/self/ns/pid", os.O_RDONLY | os.O_CLOEXEC))
    root = Path(lives).parent / "root"
    root.mkdir(exist_ok=True)
    os.umask(0o022)
    mount(b"tmpfs", bytes(root), b"tmpfs", _NO_SUID | _NO_DEVICES, b"size=1m,mode=755")
    for path in _outermost(read):
        _show(root, path, read_only=True)
    for path in (lives, *_DEVICES):
        _show(root, path, read_only=False)
    old = root / "old"
    old.mkdir()
    os.chdir(root)
    system_call(_PIVOT_ROOT, bytes(root) + b"\0", bytes(old) + b"\0")
    os.chdir("/")
    unmount(b"/old", _DETACH)
    Path("/old").rmdir()
    mount(None, b"/", None, _REMOUNT | _BIND | _READ_ONLY | _NO_SUID | _NO_DEVICES)
    if user is not None:
        os.setresgid(_INSIDE, _INSIDE, _INSIDE)
        os.setresuid(_INSIDE, _INSIDE, _INSIDE)
        process_control(PARENT_DEATH_SIGNAL, signal.SIGKILL)  # which another user has to ask for anew
    return process


def fork_alone() -> int:
    """Fork a child that is process 1 of a namespace of its own; this process stays where it is."""
    unshare(_NEWPID)
    child = -1
    try:
        child = os.fork()
    finally:
        if child != 0:
            set_namespace(_home[0], _NEWPID)
    return child


def apply(*, lives: str, scratch: str) -> None:
    """Hide all other lives' folders: put an empty file system of bounded size where they lie, with one new folder."""
    unshare(_NEWNS | _NEWIPC)
    mount(b"tmpfs", lives.encode(), b"tmpfs", _NO_SUID | _NO_DEVICES | _NO_EXECUTE, _SCRATCH)
    os.mkdir(scratch)  # noqa: PTH102  # in the few milliseconds of a life every import counts


def _unshare(user: int | None) -> None:
    """Enter the namespaces, in which 1000 is `user`, or the caller's own if None."""
    caller, group = os.getuid(), os.getgid()
    if user is None:
        unshare(_WORLD)
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{_INSIDE} {caller} 1")
        Path("/proc/self/gid_map").write_text(f"{_INSIDE} {group} 1")
        return
    os.setgroups([])
    folder = Path(f"/proc/{os.getpid()}")
    entered, tell = os.pipe()
    helper = os.fork()
    if helper == 0:  # two users: only somebody who stays outside can name them
        try:
            os.close(tell)
            os.read(entered, 1)
            for kind, outside in (("uid_map", caller), ("gid_map", group)):
                (folder / kind).write_text(f"{_INSIDE - 1} {outside} 1\n{_INSIDE} {user} 1")
        finally:
            os._exit(0)  # if it failed, the caller cannot become `user` and fails too
    unshare(_WORLD)
    os.close(entered)
    os.close(tell)
    os.waitpid(helper, 0)


def _try_each_step() -> None:
    _unshare(None)
    mount(None, b"/", None, _RECURSIVE | _PRIVATE)
    own = os.open("/proc/self/ns/mnt", os.O_RDONLY | os.O_CLOEXEC)
    mount(b"tmpfs", b"/dev", b"tmpfs", _NO_SUID | _NO_DEVICES)  # any folder that is there will do
    os.chdir("/dev")
    system_call(_PIVOT_ROOT, b".\0", b".\0")
    unmount(b".", _DETACH)
    set_namespace(own, _NEWNS)


def _continue_as_child() -> None:
    """Fork: the child goes on and dies with its parent, which only waits for it."""
    child = os.fork()
    if child == 0:
        process_control(PARENT_DEATH_SIGNAL, signal.SIGKILL)
        return
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))
    _, status = os.waitpid(child, 0)
    os._exit(abs(os.waitstatus_to_exitcode(status)))


def _outermost(paths: Iterable[str]) -> list[str]:
    """Return the existing paths that lie below none of the others, links resolved and kept."""
    existing = sorted({path for path in paths if os.path.exists(path)})  # noqa: PTH110
    return [path for path in existing if not any(path != other and path.startswith(other + "/") for other in existing)]


def _show(root: Path, path: str, *, read_only: bool) -> None:
    """Make `path` visible below `root` at the same place."""
    target = root / path.lstrip("/")
    if os.path.islink(path):  # noqa: PTH114
        target.parent.mkdir(parents=True, exist_ok=True)
        target.symlink_to(os.readlink(path))  # noqa: PTH115
        return
    if os.path.isdir(path):  # noqa: PTH112
        target.mkdir(parents=True, exist_ok=True)
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.touch()
    mount(path.encode(), bytes(target), None, _BIND | _RECURSIVE)
    if read_only:
        # An unprivileged remount must keep the flags that the file system has, or it is refused.
        kept = os.statvfs(path).f_flag & (_READ_ONLY | _NO_SUID | _NO_DEVICES | _NO_EXECUTE)
        mount(None, bytes(target), None, _REMOUNT | _BIND | _READ_ONLY | _NO_SUID | _NO_DEVICES | kept)
