"""One try to grade what lies at a path: whatever becomes of it is a report."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from grader.assignment import Assignment, load_assignment
from grader.checks import sentence
from grader.errors import GraderError, RejectedError, UsageError, fault_of
from grader.judge.grading import grade
from grader.report import Report, SandboxInfo, SubmissionInfo, Timings
from grader.sandbox.levels import insist_on_at_least
from grader.sandbox.life import Launcher
from grader.settings import find_assignment, load_settings
from grader.submission.reading import read_submission, read_text, read_upload
from grader.submission.source import Source


class Attempt(NamedTuple):
    """A report, and the reason if it has no score."""

    report: Report
    failure: GraderError | None


def attempt(submission: Path, wanted: str | None, launcher: Launcher, seed: int | None) -> Attempt:
    """Grade, or report why there is no score; only what is wrong before an assignment is known is raised."""
    settings = load_settings()
    folder = find_assignment(settings, wanted)
    insist_on_at_least(settings.sandbox.require, launcher.level)
    assignment = load_assignment(folder)
    return attempted(
        lambda: grade(read(submission, assignment), assignment, launcher, seed=seed),
        submission.name,
        assignment,
        launcher,
        seed,
    )


def read(submission: Path, assignment: Assignment) -> Source:
    """Read the submission at a path as its assignment wants it; see `read_submission`."""
    intake, names = assignment.manifest.submission, assignment.manifest.function_names
    return _whole(read_submission(submission, entry=intake.entry, notebook=intake.notebook, wanted=names), assignment)


def read_bytes(name: str, data: bytes, assignment: Assignment) -> Source:
    """Read a file that came as bytes as its assignment wants it; see `read_upload`."""
    intake, names = assignment.manifest.submission, assignment.manifest.function_names
    return _whole(read_upload(name, data, entry=intake.entry, notebook=intake.notebook, wanted=names), assignment)


def read_source(text: str, assignment: Assignment) -> Source:
    """Take a text for a submission of one file; see `read_text`."""
    return _whole(read_text(text, entry=assignment.manifest.submission.entry), assignment)


def _whole(source: Source, assignment: Assignment) -> Source:
    """Return a source that has all files which must be there; raise `RejectedError` for another one."""
    intake = assignment.manifest.submission
    lacking = [file for file in intake.files if file not in source.files]
    if lacking:
        together = sentence.listed([intake.entry, *intake.files])
        raise RejectedError(f"{source.name} comes without {sentence.listed(lacking)}. Hand in {together} together.")
    return source


def attempted(
    work: Callable[[], Report], name: str, assignment: Assignment, launcher: Launcher, seed: int | None
) -> Attempt:
    """Return the report that `work` makes of the submission `name`, or one that says why there is no score."""
    try:
        return Attempt(work(), None)
    except UsageError:
        raise
    except GraderError as error:
        failure = error
    except Exception as error:  # nobody expected it; it must not cost the student a point
        failure = fault_of(error)
    sandbox = SandboxInfo(level=launcher.level, layers=launcher.layers)
    return Attempt(no_score(failure, name, assignment, sandbox, seed), failure)


def no_score(error: GraderError, name: str, assignment: Assignment, sandbox: SandboxInfo, seed: int | None) -> Report:
    """Return the report of the submission `name` that has no score because of `error`."""
    return Report(
        status="rejected" if isinstance(error, RejectedError) else "grader_error",
        message=str(error),
        score=None,
        max_score=assignment.max_score,
        assignment=assignment.info,
        submission=SubmissionInfo(name=name, sha256="", functions={}),
        sandbox=sandbox,
        environment={},
        seed=seed,
        timings=Timings(start=0, load=0, calls=0, total=0),
    )
