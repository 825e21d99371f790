"""Landlock: the process reads only what is named, writes only its own folder, and reaches nobody outside.

Best effort by the kernel's ABI: 1 files (5.13), 2 renaming between folders, 3 truncation, 4 TCP, 5 device controls,
6 abstract sockets and signals to processes outside. See the kernel's Documentation/userspace-api/landlock.rst.
"""

import os
import stat
import struct
from collections.abc import Iterable

from grader.sandbox.layers.system_calls import no_new_privileges, system_call

_CREATE, _ADD, _RESTRICT = 444, 445, 446
_VERSION, _PATH_BENEATH = 1, 1
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = (1 << bit for bit in range(4))
_MAKE_DIR, _MAKE_REG, _MAKE_SYM, _REMOVE_DIR, _REMOVE_FILE = 1 << 7, 1 << 8, 1 << 12, 1 << 4, 1 << 5
_REFER, _TRUNCATE = 1 << 13, 1 << 14
_READ = _READ_FILE | _READ_DIR
_WRITE = _READ | _WRITE_FILE | _MAKE_DIR | _MAKE_REG | _MAKE_SYM | _REMOVE_DIR | _REMOVE_FILE | _REFER | _TRUNCATE
_ON_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE  # what a rule on a file, not a folder, may name
#: Number of file access rights that each ABI knows.
_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15}


def version() -> int:
    """Return the kernel's Landlock ABI, 0 where there is none."""
    try:
        return system_call(_CREATE, None, 0, _VERSION)
    except OSError:
        return 0


def available() -> str:
    """See the package."""
    return "" if version() else "the kernel has no Landlock (it came with Linux 5.13, and may be switched off)"


def describe() -> str:
    """Name the layer with its ABI, for the report."""
    return f"landlock (ABI {version()})"


def apply(*, read: Iterable[str], write: Iterable[str]) -> None:
    """Allow reading below the paths `read`, and reading and writing below `write`; nothing else by path.

    Paths that do not exist are passed over. Descriptors that are open already stay usable.
    """
    abi = version()
    files = (1 << _RIGHTS.get(abi, 16)) - 1
    network = 0b11 if abi >= 4 else 0
    scoped = 0b11 if abi >= 6 else 0
    attributes = struct.pack("<QQQ", files, network, scoped)[: 8 if abi < 4 else 16 if abi < 6 else 24]
    ruleset = system_call(_CREATE, attributes, len(attributes), 0)
    try:
        for paths, rights in ((read, _READ), (write, _WRITE)):
            for path in paths:
                _allow(ruleset, path, rights & files)
        no_new_privileges()
        system_call(_RESTRICT, ruleset, 0)
    finally:
        os.close(ruleset)


def _allow(ruleset: int, path: str, rights: int) -> None:
    try:
        descriptor = os.open(path, os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC)  # a link does not allow where it leads
    except OSError:
        return
    try:
        if not stat.S_ISDIR(os.fstat(descriptor).st_mode):
            rights &= _ON_FILES
        system_call(_ADD, ruleset, _PATH_BENEATH, struct.pack("<Qi", rights, descriptor), 0)
    finally:
        os.close(descriptor)
