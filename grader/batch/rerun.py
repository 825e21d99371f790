"""Grade a class again on the same terms, compare, and put the new results into the place of the old ones."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from grader.batch import folder as places
from grader.batch.gradescsv import rows_of
from grader.batch.regrading import Regrading, Result
from grader.batch.result import Row
from grader.batch.running import Request, run_batch
from grader.batch.shelf import Shelf
from grader.batch.terms import Terms, read_terms
from grader.errors import EnvironmentFaultError, UsageError

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


def pairs(before: Path, after: Path) -> Iterator[tuple[Result | None, Result | None]]:
    """Yield what two folders say of each entry, in the order of the first; one pair of reports in memory at a time."""
    old, new = _rows(before), _rows(after)
    for key in dict.fromkeys((*old, *new)):
        yield _result(before, old, key), _result(after, new, key)


def results(folder: Path, *, with_reports: bool = True) -> Iterator[Result]:
    """Yield what a batch said of each entry, one report in memory at a time, or none `with_reports` False."""
    rows = _rows(folder)
    for key, row in rows.items():
        result = _result(folder, rows, key) if with_reports else Result(row, None)
        assert result is not None
        yield result


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


def _rows(folder: Path) -> Mapping[str, Row]:
    try:
        return {row.key: row for row in rows_of((folder / places.GRADES).read_text(encoding="utf-8"))}
    except (OSError, ValueError, KeyError) as error:
        raise UsageError(f"{folder / places.GRADES} cannot be read. Was it changed by a spreadsheet?") from error


def _result(folder: Path, rows: Mapping[str, Row], key: str) -> Result | None:
    if key not in rows:
        return None
    try:
        return Result(rows[key], Shelf(folder, pages=False).read(key))
    except FileNotFoundError:
        return Result(rows[key], None)
    except (OSError, ValidationError) as error:
        raise UsageError(f"The report of {key} in {folder} cannot be read.") from error
