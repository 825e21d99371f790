"""One try to grade what lies at a path: whatever becomes of it is a report."""

from pathlib import Path
from typing import NamedTuple

from grader.assignment import Assignment, load_assignment
from grader.errors import GraderError, RejectedError, UsageError, fault_of
from grader.judge.grading import grade
from grader.report import Report, SandboxInfo, SubmissionInfo, Timings
from grader.sandbox.levels import insist_on_at_least
from grader.sandbox.life import Launcher
from grader.settings import find_assignment, load_settings
from grader.submission.reading import read_submission


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
    intake = assignment.manifest.submission
    try:
        source = read_submission(
            submission, entry=intake.entry, notebook=intake.notebook, wanted=assignment.manifest.function_names
        )
        return Attempt(grade(source, assignment, launcher, seed=seed), None)
    except UsageError:
        raise
    except GraderError as error:
        return Attempt(_no_score(error, submission, assignment, launcher, seed), error)
    except Exception as error:  # nobody expected it; it must not cost the student a point
        fault = fault_of(error)
        return Attempt(_no_score(fault, submission, assignment, launcher, seed), fault)


def _no_score(
    error: GraderError, submission: Path, assignment: Assignment, launcher: Launcher, seed: int | None
) -> Report:
    return Report(
        status="rejected" if isinstance(error, RejectedError) else "grader_error",
        message=str(error),
        score=None,
        max_score=assignment.max_score,
        assignment=assignment.info,
        submission=SubmissionInfo(name=submission.name, sha256="", functions={}),
        sandbox=SandboxInfo(level=launcher.level, layers=launcher.layers),
        environment={},
        seed=seed,
        timings=Timings(start=0, load=0, calls=0, total=0),
    )
