"""A filter on system calls: threads yes; processes, programs, sockets, tracing, mounts and the kernel's odd ends no.

Refused calls fail with EPERM, so that a submission gets an ordinary exception. `clone3` fails with ENOSYS: its flags
lie in memory where a filter cannot see them, and the C library then falls back to `clone`, whose flags it can see.
Calls of another architecture than the native one end the process.
"""

import contextlib
import ctypes
import errno
import importlib.util
import os
import struct
from typing import Any, NamedTuple

from grader.sandbox.layers.system_calls import no_new_privileges, set_filter

_THREAD = 0x00010000  # CLONE_THREAD
_REFUSED = (
    # programs and processes
    "execve", "execveat", "fork", "vfork",
    # reaching others: tracing, their memory, their descriptors, signals by other names
    "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "process_mrelease", "kcmp", "pidfd_open",
    "pidfd_getfd", "pidfd_send_signal", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "perf_event_open", "setpriority",
    "sched_setaffinity", "sched_setscheduler", "sched_setparam", "sched_setattr", "ioprio_set", "migrate_pages",
    "move_pages",
    # the network and every other socket
    "socket", "socketpair", "connect", "bind", "listen", "accept", "accept4", "sendto", "sendmsg", "sendmmsg",
    # System V and POSIX objects that outlive a process, keyrings
    "shmget", "shmat", "shmctl", "semget", "semop", "semctl", "semtimedop", "msgget", "msgsnd", "msgrcv", "msgctl",
    "mq_open", "mq_unlink", "add_key", "request_key", "keyctl",
    # file systems, namespaces, devices
    "mount", "umount2", "pivot_root", "chroot", "open_tree", "move_mount", "fsopen", "fsconfig", "fsmount", "fspick",
    "mount_setattr", "unshare", "setns", "mknod", "mknodat", "open_by_handle_at", "name_to_handle_at", "fanotify_init",
    "quotactl", "swapon", "swapoff", "acct", "vhangup", "memfd_secret",
    # what belongs to files besides their contents, here and outside; memory that no limit counts
    "chmod", "fchmod", "fchmodat", "chown", "fchown", "lchown", "fchownat", "utime", "utimes", "futimesat", "utimensat",
    "setxattr", "lsetxattr", "fsetxattr", "removexattr", "lremovexattr", "fremovexattr", "memfd_create",
    # identities
    "setuid", "setgid", "setreuid", "setregid", "setresuid", "setresgid", "setgroups", "capset", "setfsuid", "setfsgid",
    # the kernel itself
    "bpf", "io_uring_setup", "io_uring_enter", "io_uring_register", "userfaultfd", "seccomp", "init_module",
    "finit_module", "delete_module", "kexec_load", "kexec_file_load", "reboot", "syslog", "personality", "modify_ldt",
    "settimeofday", "clock_settime", "adjtimex", "clock_adjtime", "sethostname", "setdomainname", "lookup_dcookie",
    "iopl", "ioperm", "nfsservctl", "uselib", "ustat", "sysfs", "_sysctl", "landlock_create_ruleset",
)  # fmt: skip
#: Calls that came after those which this file knows by name (Linux 6.4): answered as if the kernel had none of them.
_NEWER = range(450, 500)
_SET_SECCOMP = 22  # of prctl
_WORD = 0xFFFFFFFF  # the kernel looks at the lower half of these arguments only
#: Commands of fcntl: send signals to others, hold leases, watch folders, shrink a pipe under its reader.
_DESCRIPTOR_COMMANDS = (8, 10, 15, 1024, 1026, 1031)
#: Requests of ioctl: typing into the terminal of whoever started us (TIOCSTI, TIOCLINUX); FIOSETOWN, SIOCSPGRP.
_DEVICE_REQUESTS = (0x5412, 0x541C, 0x8901, 0x8902)
#: One instruction of a filter (struct sock_filter): code, two jumps, and a constant.
_INSTRUCTION = struct.Struct("=HBBI")
_SOMEBODY = 0x6B1D5A27  # an id that no process has and no system call bears as its number
_COMPARED = (0x15, _SOMEBODY)  # "jump if equal" to it, as the filter compares the receiver of a signal
_CONSTANT = struct.Struct("=I")


class _Compiled(NamedTuple):
    """The filter as the kernel takes it, and where the id of the process is to be put for `_SOMEBODY`."""

    program: bytes
    processes: tuple[int, ...]


_compiled: list[_Compiled] = []


def available() -> str:
    """See the package."""
    if importlib.util.find_spec("pyseccomp") is None:
        return "the Python package pyseccomp is not installed"
    try:
        ctypes.CDLL("libseccomp.so.2")
    except OSError:
        return "libseccomp is not installed"
    return ""


def describe() -> str:
    """Name the layer, for the report."""
    return "seccomp"


def prepare() -> None:
    """Compile the filter now: it takes milliseconds, and a confined process cannot look for libseccomp any more."""
    if not _compiled:
        _compiled.append(_compile())


def apply(process: int) -> None:
    """Load the filter into the calling process, whose id is `process`: it may signal itself and nobody else."""
    prepare()
    program = bytearray(_compiled[0].program)
    for at in _compiled[0].processes:
        _CONSTANT.pack_into(program, at, process)
    no_new_privileges()
    set_filter(bytes(program))


def _compile() -> _Compiled:
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as source:
        with os.fdopen(writing, "wb") as target:
            _rules(_SOMEBODY).export_bpf(target)
        program = source.read()
    instructions = enumerate(_INSTRUCTION.iter_unpack(program))
    places = [8 * at + 4 for at, (code, _, _, constant) in instructions if (code, constant) == _COMPARED]
    assert places
    return _Compiled(program, tuple(places))


def _rules(process: int) -> Any:  # noqa: ANN401  # pyseccomp is untyped
    import pyseccomp as seccomp

    refuse = seccomp.ERRNO(errno.EPERM)
    rules = seccomp.SyscallFilter(defaction=seccomp.ALLOW)
    for name in _REFUSED:
        _add(rules, refuse, name)
    _add(rules, seccomp.ERRNO(errno.ENOSYS), "clone3")
    _add(rules, refuse, "clone", seccomp.Arg(0, seccomp.MASKED_EQ, _THREAD, 0))
    for name in ("kill", "tgkill"):
        _add(rules, refuse, name, seccomp.Arg(0, seccomp.NE, process))
    _add(rules, refuse, "tkill")
    _add(rules, refuse, "prlimit64", seccomp.Arg(0, seccomp.NE, 0))
    _add(rules, refuse, "prctl", seccomp.Arg(0, seccomp.MASKED_EQ, _WORD, _SET_SECCOMP))
    for name, commands in (("fcntl", _DESCRIPTOR_COMMANDS), ("ioctl", _DEVICE_REQUESTS)):
        for command in commands:
            _add(rules, refuse, name, seccomp.Arg(1, seccomp.MASKED_EQ, _WORD, command))
    for number in _NEWER:
        _add(rules, seccomp.ERRNO(errno.ENOSYS), number)
    return rules


def _add(rules: Any, action: int, call: str | int, *conditions: Any) -> None:  # noqa: ANN401  # pyseccomp is untyped
    with contextlib.suppress(ValueError):  # this architecture, or this libseccomp, has no such call
        rules.add_rule(action, call, *conditions)
