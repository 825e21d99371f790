"""Why there is no answer: the cause, from what the judge saw, and a sentence that says it to a student."""

import signal
from typing import Final

from grader import wire
from grader.checks import sentence
from grader.checks.case import Failure
from grader.report import Cause
from grader.sandbox.life import End, LifeEndedError

_SIGNALS: Final[dict[int, tuple[Cause, str]]] = {
    signal.SIGXCPU: (Cause.TIMEOUT, "used more processor time than is allowed"),
    signal.SIGXFSZ: (Cause.DISK, "wrote a larger file than is allowed"),
    signal.SIGSEGV: (Cause.SIGNAL, "crashed the interpreter (segmentation fault)"),
    signal.SIGABRT: (Cause.SIGNAL, "made the interpreter abort"),
    signal.SIGKILL: (Cause.SIGNAL, "was killed by the system, most likely for using too much memory"),
}


def of_end(ended: LifeEndedError, *, subject: str, seconds: float) -> Failure:
    """Explain the end of a life while `subject`, a call or the import, was given `seconds`."""
    match ended.end:
        case End.DEADLINE:
            return Failure(Cause.TIMEOUT, f"{subject} took longer than {sentence.number(seconds)} s and was stopped.")
        case End.FLOODED:
            return Failure(Cause.OUTPUT, f"{subject} printed more text than anyone reads and was stopped.")
        case End.FILLED:
            return Failure(Cause.DISK, f"{subject} wrote more to disk than is allowed and was stopped.")
        case End.GARBLED:
            return Failure(Cause.PROTOCOL, f"{subject} sent something that is no answer ({ended.detail}).")
        case End.EXITED:
            status = f"exit status {ended.number}"
            return Failure(Cause.EXIT, f"{subject} ended the program ({status}) instead of coming back.")
        case End.SIGNALLED:
            other = (Cause.SIGNAL, f"was ended by signal {ended.number}")
            cause, what = _SIGNALS.get(ended.number, other)
            return Failure(cause, f"{subject} {what}.")


def of_exception(failed: wire.Failed, *, subject: str, place: str, memory_mb: int) -> Failure:
    """Explain what a worker tells of an exception. Its text is the student's: cut here, escaped where it is shown."""
    error, message, code = failed.error[:80], failed.message[:500], failed.code[:120]
    where = f" ({place}: {code})" if place and code else f" ({place})" if place else ""
    match failed.fault:
        case wire.Fault.POLICY:
            return Failure(Cause.POLICY, f"{subject} was stopped{where}: {message}", bug="forbidden-call")
        case wire.Fault.EXIT:
            return Failure(Cause.EXIT, f"{subject} raised {error} instead of coming back{where}.")
        case wire.Fault.MEMORY:
            return Failure(Cause.MEMORY, f"{subject} asked for more memory than the {memory_mb} MB allowed{where}.")
        case wire.Fault.PROCESSES:
            return Failure(Cause.PROCESSES, f"{subject} started more threads than there may be{where}.")
        case wire.Fault.EXCEPTION:
            said = f"{error}: {message}" if message else error
            return Failure(Cause.EXCEPTION, f"{subject} raised {said}{where}", raised=f"{error}: {message}")
