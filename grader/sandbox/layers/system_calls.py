"""Linux system calls that Python does not wrap, by way of the C library."""

import ctypes
import os
from collections.abc import Callable

_libc = ctypes.CDLL(None, use_errno=True)
_PR_SET_NO_NEW_PRIVS = 38
_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER = 22, 2
#: Of prctl: which signal the caller gets when the thread that started it ends.
PARENT_DEATH_SIGNAL = 1


def system_call(number: int, *arguments: int | bytes | ctypes.Array[ctypes.c_char] | None) -> int:
    """Make system call `number` and return its result; raise `OSError` if it fails."""
    result = int(_libc.syscall(ctypes.c_long(number), *(_long(argument) for argument in arguments)))
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
    return result


def _long(argument: object) -> object:
    return ctypes.c_long(argument) if isinstance(argument, int) else argument


def tried(action: Callable[[], object]) -> int:
    """Do in a child what cannot be undone; return 0 if it can be done, else the number of the error."""
    child = os.fork()
    if child == 0:
        number = 1
        try:
            action()
            number = 0
        except OSError as error:
            number = error.errno or 1
        finally:
            os._exit(number)
    return abs(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))


def unshare(flags: int) -> None:
    """Move the calling process into new namespaces."""
    _checked(_libc.unshare(flags))


def set_namespace(descriptor: int, flags: int) -> None:
    """Move the calling process into the namespace that `descriptor` stands for."""
    _checked(_libc.setns(descriptor, flags))


def mount(source: bytes | None, target: bytes, kind: bytes | None, flags: int, data: bytes | None = None) -> None:
    """Mount a file system."""
    _checked(_libc.mount(source, target, kind, ctypes.c_ulong(flags), data))


def process_control(option: int, value: int) -> None:
    """Call prctl(option, value, 0, 0, 0)."""
    _checked(_libc.prctl(option, ctypes.c_ulong(value), ctypes.c_ulong(0), ctypes.c_ulong(0), ctypes.c_ulong(0)))


def unmount(target: bytes, flags: int) -> None:
    """Take a mounted file system away."""
    _checked(_libc.umount2(target, flags))


def advise(begin: int, size: int, advice: int) -> None:
    """Call madvise(2) on `size` bytes of this process's memory from the address `begin`."""
    _checked(_libc.madvise(ctypes.c_void_p(begin), ctypes.c_size_t(size), ctypes.c_int(advice)))


def set_capabilities(header: bytes, data: bytes) -> None:
    """Call capset(2)."""
    _checked(_libc.capset(header, data))


def no_new_privileges() -> None:
    """Give up for good what set-user-id programs could give; Landlock and seccomp ask for it."""
    process_control(_PR_SET_NO_NEW_PRIVS, 1)


class _Program(ctypes.Structure):
    """struct sock_fprog: the number of instructions, and where they are."""

    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def set_filter(program: bytes) -> None:
    """Load a filter on system calls, in instructions of eight bytes, into the calling process."""
    filled = _Program(len(program) // 8, program)
    _checked(_libc.prctl(_PR_SET_SECCOMP, ctypes.c_ulong(_SECCOMP_MODE_FILTER), ctypes.byref(filled)))


def _checked(result: int) -> None:
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
