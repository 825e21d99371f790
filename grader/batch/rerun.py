"""Grade a class again on the same terms, compare, and put the new results into the place of the old ones."""

import contextlib
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from grader.batch import folder as places
from grader.batch.regrading import Regrading, Result
from grader.batch.results import load_results
from grader.batch.running import Request, run_batch
from grader.batch.terms import Terms, read_terms
from grader.errors import EnvironmentFaultError, UsageError

_SCRATCH: Final = ".regrade-"
#: All that a batch writes. The terms come last: a folder without them is no batch.
_FILES: Final = ("reports", "feedback", places.GLANCE, places.GRADES, places.ROSTER, places.JOURNAL, places.TERMS)


def terms_of(folder: Path) -> Terms:
    """Return on what terms a batch was graded; raise `UsageError` if `folder` is not that of a batch that has ended."""
    terms = read_terms(folder / places.TERMS)
    if terms is None or not (folder / places.GRADES).is_file():
        raise UsageError(f"{folder} is not the folder of a batch that has come to its end.")
    return terms


def grade_again(terms: Terms, into: Path, assignment: str | None, jobs: int | None) -> None:
    """Grade what `terms` are of into another folder, by today's rubric or that of another assignment, the seed kept.

    Raises whatever stops it; then there is nothing to compare.
    """
    outcome = run_batch(
        Request(
            path=Path(terms.path), out=into, assignment=assignment or terms.folder, layout=terms.layout,
            name_regex=terms.name_regex, jobs=jobs, seed=terms.seed, sandbox=terms.sandbox, pages=terms.pages,
        )
    )  # fmt: skip
    if outcome.stopped is not None:
        raise outcome.stopped


@contextlib.contextmanager
def scratch_in(folder: Path) -> Iterator[Path]:
    """Yield a folder for the new results, on the same disk; who holds the lock clears away what a killed one left."""
    for left in folder.glob(f"{_SCRATCH}*"):
        shutil.rmtree(left)
    with tempfile.TemporaryDirectory(prefix=_SCRATCH, dir=folder) as scratch:
        yield Path(scratch)


def pairs(before: Path, after: Path) -> Iterator[tuple[Result | None, Result | None]]:
    """Yield what two folders say of each entry, in the order of the first; one pair of reports in memory at a time."""
    old, new = load_results(before), load_results(after)
    was, now = ({row.key: row for row in results.rows} for results in (old, new))
    for key in dict.fromkeys((*was, *now)):
        yield (
            Result(was[key], old.report(key)) if key in was else None,
            Result(now[key], new.report(key)) if key in now else None,
        )


def put_in_place(folder: Path, new: Path, found: Regrading) -> Path:
    """Move the files of the batch at `new` into `folder`, and return where in it the old ones are kept.

    Raises `UsageError`, and moves nothing, if that would take a score away by no fault of the submission.
    """
    ours = [m for m in found.moves if m.after.status == "grader_error" and m.before.status != "grader_error"]
    if ours:
        raise UsageError(
            f"{len(ours)} submissions, {ours[0].after.key} the first, could not be graded by no fault of theirs "
            f"({ours[0].after.reason}) Nothing was changed."
        )
    try:
        kept = _free(folder)
        kept.mkdir()
        _move(folder, kept, reversed(_FILES))
        _move(new, folder, _FILES)
    except OSError as error:
        raise EnvironmentFaultError(f"The new results cannot be put into {folder}: {error.strerror}.") from error
    return kept


def _move(here: Path, there: Path, names: "Iterator[str] | tuple[str, ...]") -> None:
    for name in names:
        if (here / name).exists():
            (here / name).rename(there / name)


def _free(folder: Path) -> Path:
    number = 1
    while (folder / f"before-{number}").exists():
        number += 1
    return folder / f"before-{number}"
