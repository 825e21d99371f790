"""What a submission raised, as text: class, message and the student's own line."""

import linecache
from collections.abc import Mapping

from grader import wire
from grader.worker.denied import DeniedCallError

_ALLOCATOR = "can't allocate memory"  # how torch says MemoryError
_THREADS = "can't start new thread"  # how Python says that there may be no more of them


def _message(error: BaseException) -> str:
    try:
        return str(error)
    except Exception as broken:  # an exception's own __str__ is the student's code too
        return f"(its message could not be read: {type(broken).__name__})"


def _fault(error: BaseException, message: str) -> wire.Fault:
    if isinstance(error, DeniedCallError):
        return wire.Fault.POLICY
    if isinstance(error, (SystemExit, KeyboardInterrupt)):
        return wire.Fault.EXIT
    if isinstance(error, MemoryError) or (isinstance(error, RuntimeError) and _ALLOCATOR in message):
        return wire.Fault.MEMORY
    if isinstance(error, RuntimeError) and _THREADS in message:
        return wire.Fault.PROCESSES
    return wire.Fault.EXCEPTION


def _place(error: BaseException, files: Mapping[str, str]) -> tuple[str, int]:
    """Return path and line of the innermost frame that is in one of the student's files."""
    place = ("", 0)
    if isinstance(error, SyntaxError) and error.filename and error.filename in files:
        return (error.filename, error.lineno or 1)
    trace = error.__traceback__
    while trace is not None:
        path = trace.tb_frame.f_code.co_filename
        if path in files:
            place = (path, trace.tb_lineno)
        trace = trace.tb_next
    return place


def failed(error: BaseException, files: Mapping[str, str]) -> wire.Failed:
    """Describe `error`; `files` gives the student's files by the path that a traceback shows."""
    message = _message(error)
    if isinstance(error, SyntaxError) and isinstance(error.msg, str):
        message = error.msg  # without the "(file, line 3)" that the place says already
    path, line = _place(error, files)
    code = linecache.getline(path, line).strip() if line else ""
    return wire.Failed(_fault(error, message), type(error).__name__, message, files.get(path, ""), line, code)
