"""Limits that the kernel keeps: memory growth, processor time, file size, descriptors, no core; and threads.

Threads and processes are not counted for one process but for a user, and since Linux 5.14 for a user in a user
namespace. Where a worker's user runs other programs too, a limit would fail a right submission on a busy machine. So
they are limited where all that is counted is ours: in a user namespace of the host, or as a user that root made up.
Elsewhere only memory limits them, since each thread needs a stack. Root itself is never bound.
"""

import os
import resource

#: Bytes that one file may grow to, and open descriptors: enough for a lab, too little to hurt.
FILE_BYTES = 16 * 1024 * 1024
DESCRIPTORS = 256
#: Threads of a host and all its lives that run at one time. A life that needs 64 is far from it.
THREADS = 256


def describe(*, threads: bool) -> str:
    """Name the layer, for the report."""
    return "limits (threads too)" if threads else "limits"


def counted_by_namespace() -> bool:
    """Whether the kernel counts the processes of a user in each user namespace apart."""
    major, minor = os.uname().release.split(".")[:2]
    return (int(major), int(minor)) >= (5, 14)


def apply_to_threads() -> None:
    """Limit the threads and processes of this process's user to `THREADS`. Only where all of them are ours."""
    _limit(resource.RLIMIT_NPROC, THREADS)


def own_process() -> int:
    """Return a descriptor of the calling process's folder in /proc, or -1: a confined process has no /proc any more."""
    try:
        return os.open("/proc/self", os.O_PATH | os.O_CLOEXEC)
    except (OSError, AttributeError):
        return -1


def address_space(process: int) -> int:
    """Return the bytes of address space in use by the process whose folder `process` is open; 0 if it is not known.

    torch alone maps gigabytes, so that only growth over this can be limited.
    """
    if process < 0:
        return 0
    statm = os.open("statm", os.O_RDONLY, dir_fd=process)
    try:
        return int(os.read(statm, 128).split()[0]) * resource.getpagesize()
    finally:
        os.close(statm)


def _limit(which: int, most: int) -> None:
    _, hard = resource.getrlimit(which)
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(which, (most, most))


def apply(*, address_space: int, memory_growth: int, cpu_seconds: int) -> None:
    """Limit this process to `memory_growth` bytes over `address_space` and to `cpu_seconds`; 0 leaves one open."""
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_FSIZE, FILE_BYTES)
    _limit(resource.RLIMIT_NOFILE, DESCRIPTORS)
    if memory_growth and address_space:
        _limit(resource.RLIMIT_AS, address_space + memory_growth)
    if cpu_seconds:
        _limit(resource.RLIMIT_CPU, cpu_seconds)
