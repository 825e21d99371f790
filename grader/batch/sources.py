"""The sources of a class that has been graded, read once more from where they were handed in."""

from collections.abc import Iterator
from pathlib import Path

from grader.assignment import Assignment
from grader.batch import folder as places
from grader.batch.results import load_roster
from grader.batch.similarity import Submission
from grader.batch.terms import Terms
from grader.errors import GraderError
from grader.lms.gathering import gathered
from grader.lms.unpacking import unpacked
from grader.submission.reading import read_submission


def submissions(folder: Path, terms: Terms, assignment: Assignment) -> Iterator[Submission]:
    """Yield what each entry of the batch in `folder` handed in, but for what cannot be read as code."""
    intake, wanted = assignment.manifest.submission, assignment.manifest.function_names
    with unpacked(Path(terms.path)) as root:
        for entry in load_roster(folder / places.ROSTER).entries:
            if entry.status != "submitted":
                continue
            try:
                with gathered(root, entry) as path:
                    source = read_submission(path, entry=intake.entry, notebook=intake.notebook, wanted=wanted)
            except (GraderError, OSError):  # its row says why
                continue
            yield Submission(entry.key, entry.name, source.files)


def starter(assignment: Assignment) -> bytes:
    """Return what every student was given, or nothing."""
    path = assignment.folder / "starter.py"
    return path.read_bytes() if path.is_file() else b""
