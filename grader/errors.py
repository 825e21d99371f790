"""Every exception of the grader, by who must act. What a *student* did wrong is data in a report, never one of these.

GraderError                 the base: `grade` prints it in one line
├── UsageError              the person at the terminal: a path or an option (exit 2)
├── RejectedError           the student: this upload cannot be graded, another may be (exit 3)
├── AssignmentError         the author of the assignment: its manifest or its reference (exit 4)
├── InternalError           us: a fault of the grader (exit 4)
└── EnvironmentFaultError   the operator: the machine lacks something (exit 5)
"""


class GraderError(Exception):
    """Something that stops grading and is not the submission's answer."""

    exit_code = 4


class UsageError(GraderError):
    """The command line asks for something that is not there."""

    exit_code = 2


class RejectedError(GraderError):
    """The upload cannot be graded as it is; the sentence says what to send instead."""

    exit_code = 3


class AssignmentError(GraderError):
    """The assignment's own files are wrong; the sentence names the file and the key."""

    exit_code = 4


class InternalError(GraderError):
    """The grader broke one of its own rules. No score is given."""

    exit_code = 4


class EnvironmentFaultError(GraderError):
    """This machine cannot run the worker (no torch, no disk, no permission)."""

    exit_code = 5


def fault_of(error: Exception) -> GraderError:
    """Say whose fault an exception is that nobody expected: of this machine (no disk, no memory, …) or ours."""
    what = " ".join(f"{type(error).__name__}: {error}".split())
    sentence = "This is a fault of {}, not of the submission; no score is given ({})."
    fault: GraderError = InternalError(sentence.format("the grader", what))
    if isinstance(error, (OSError, MemoryError)):
        fault = EnvironmentFaultError(sentence.format("this machine", what))
    fault.__cause__ = error
    return fault
