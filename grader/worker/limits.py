"""Limits that the kernel keeps, set by the worker on itself before a byte of the submission arrives."""

import resource
from pathlib import Path

#: Bytes that one file may grow to, and open descriptors: enough for a lab, too little to hurt.
FILE_BYTES = 16 * 1024 * 1024
DESCRIPTORS = 256


def _address_space() -> int:
    """Bytes of address space in use now; torch alone maps gigabytes, so only growth can be limited."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[0])
    except OSError:
        return 0
    return pages * resource.getpagesize()


def _limit(which: int, most: int) -> None:
    _, hard = resource.getrlimit(which)
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(which, (most, most))


def apply_limits(memory_growth: int, cpu_seconds: int) -> None:
    """Bound memory growth over the loaded interpreter (bytes) and processor time (seconds); 0 leaves one open."""
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_FSIZE, FILE_BYTES)
    _limit(resource.RLIMIT_NOFILE, DESCRIPTORS)
    used = _address_space()
    if memory_growth and used:
        _limit(resource.RLIMIT_AS, used + memory_growth)
    if cpu_seconds:
        _limit(resource.RLIMIT_CPU, cpu_seconds)
