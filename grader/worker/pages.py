"""Lays out the fork server's memory so that forking it is cheap: in huge pages, where the kernel has them.

A fork copies one entry of the page table for each page that a process has written. What the imports left is 140 MB in
36,000 small pages; as 60 huge ones and the rest it takes a fifth of the time. A child that writes to a huge page still
copies 4 KB only. See madvise(2), MADV_COLLAPSE (Linux 6.1).
"""

import contextlib
import os

from grader.sandbox.layers.system_calls import advise

_COLLAPSE = 25  # of madvise
_HUGE = 2 << 20
_PIECE = 1 << 16


def gather(process: int) -> None:
    """Gather the private memory of this process, whose folder in /proc is open as `process`, into huge pages.

    Does nothing where that cannot be done: it changes how long things take and nothing else.
    """
    with contextlib.suppress(OSError):
        for line in _lines(process):
            addresses, rights, _, _, inode, *_ = line.split(maxsplit=5)
            if rights == b"rw-p" and inode == b"0":
                begin, end = (int(address, 16) for address in addresses.split(b"-"))
                first, last = -(-begin // _HUGE) * _HUGE, end // _HUGE * _HUGE
                if first < last:
                    with contextlib.suppress(OSError):
                        advise(first, last - first, _COLLAPSE)


def _lines(process: int) -> list[bytes]:
    maps = os.open("maps", os.O_RDONLY, dir_fd=process)
    try:
        parts = []
        while part := os.read(maps, _PIECE):
            parts.append(part)
    finally:
        os.close(maps)
    return b"".join(parts).splitlines()
