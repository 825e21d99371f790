"""Grade a class: read the list, hand it to jobs, and keep rows, reports and pages; go on where it was ended."""

import os
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

from grader.assignment import Assignment, load_assignment
from grader.batch import folder as places
from grader.batch.dealing import Dealer
from grader.batch.gradescsv import csv_lines
from grader.batch.handing import Handing
from grader.batch.journal import Journal, Line
from grader.batch.result import Row
from grader.batch.rows import row_of_entry
from grader.batch.seeds import SEEDS
from grader.batch.shelf import Shelf
from grader.batch.summary import Summary, summarise
from grader.batch.terms import Terms, differences, digest_of_class, read_terms, versions
from grader.batch.words import Task
from grader.delivery import write_whole
from grader.errors import EnvironmentFaultError, GraderError, UsageError
from grader.lms.reading import read_roster
from grader.lms.roster import Roster
from grader.lms.unpacking import unpacked
from grader.sandbox.levels import Level, best_level, insist_on, insist_on_at_least
from grader.settings import find_assignment, load_settings

Sandbox = Literal["auto", "namespaces", "landlock", "process"]


@dataclass(frozen=True)
class Request:
    """What somebody asks for. None is the default, or with `resume` what was asked for before."""

    path: Path
    out: Path
    assignment: str | None = None
    layout: str | None = None
    name_regex: str | None = None
    jobs: int | None = None
    resume: bool = False
    seed: int | None = None
    sandbox: Sandbox | None = None
    pages: bool | None = None


class Progress(NamedTuple):
    """How many entries are done, of how many; and how many of them were done before this run."""

    done: int
    total: int
    before: int


class Outcome(NamedTuple):
    """What became of a batch: `stopped` says what ended it early, None if nothing did; `level` what walls it had."""

    summary: Summary
    stopped: GraderError | KeyboardInterrupt | None
    level: str


def usable_cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run_batch(request: Request, watch: Callable[[Progress], object] = lambda _: None) -> Outcome:
    """Grade all that lies at `request.path` into `request.out`.

    Raises `UsageError` for what cannot be begun, `AssignmentError` and `EnvironmentFaultError` for what is wrong with
    the assignment or this machine before anything is graded. After that whatever stops it is told in the outcome.
    """
    with places.held(request.out, request.path, resume=request.resume) as lock, unpacked(request.path) as root:
        old = read_terms(request.out / places.TERMS) if request.resume else None
        assignment = _assignment(request, old)
        roster, terms = _terms(request, root, old, assignment)
        shelf = Shelf(request.out, terms.pages)
        try:
            shelf.make()
            if old is None:
                write_whole(request.out / places.TERMS, terms.model_dump_json(indent=2) + "\n")
            write_whole(request.out / places.ROSTER, roster.model_dump_json(indent=1) + "\n")
            journal = Journal(request.out / places.JOURNAL)
        except OSError as error:
            raise _unwritable(request.out, error) from error
        try:
            return _run(request, root, terms, roster, assignment, shelf, journal, lock, watch)
        finally:
            journal.close()


def _assignment(request: Request, old: Terms | None) -> Assignment:
    settings = load_settings()
    sandbox = _sandbox(request, old)
    if sandbox != "auto":
        insist_on(sandbox)
    insist_on_at_least(settings.sandbox.require, _level(sandbox))
    wanted = old.folder if old and request.assignment is None else request.assignment
    folder = find_assignment(settings, wanted)
    if request.out.resolve().is_relative_to(folder.resolve()):
        raise UsageError(f"{request.out} lies in the assignment {folder}, and would change it; write elsewhere.")
    return load_assignment(folder)


def _sandbox(request: Request, old: Terms | None) -> Sandbox:
    return request.sandbox or (old.sandbox if old else "auto")


def _level(sandbox: Sandbox) -> Level:
    return best_level() if sandbox == "auto" else sandbox


def _terms(request: Request, root: Path, old: Terms | None, assignment: Assignment) -> tuple[Roster, Terms]:
    layout = request.layout or (old.layout if old else "auto")
    regex = request.name_regex or (old.name_regex if old else None)
    roster = read_roster(root, layout=layout, name_regex=regex, expected=assignment.manifest.submission.entry)
    drawn = old.seed if old else secrets.randbelow(SEEDS)
    terms = Terms(
        assignment=assignment.info,
        folder=str(assignment.folder),
        path=str(request.path.resolve()),
        layout=layout,
        name_regex=regex,
        sandbox=_sandbox(request, old),
        pages=request.pages if request.pages is not None else old.pages if old else True,
        seed=drawn if request.seed is None else request.seed,
        submissions=digest_of_class(roster, root),
        entries=len(roster.entries),
        level=_level(_sandbox(request, old)),
        versions=versions(),
    )
    if why := " ".join(differences(old, terms)) if old else "":
        raise UsageError(f"{request.out} cannot be resumed. {why} Nothing was changed.")
    if not roster.entries:
        raise UsageError(f"There is nothing to grade in {request.path}.")
    return roster, terms


def _run(
    request: Request, root: Path, terms: Terms, roster: Roster, assignment: Assignment, shelf: Shelf, journal: Journal,
    lock: int, watch: Callable[[Progress], object],
) -> Outcome:  # fmt: skip
    total = len(roster.entries)
    stopped: GraderError | KeyboardInterrupt | None = None
    try:
        todo = _todo(roster, journal, shelf, assignment)
        before = total - len(todo)
        count = iter(range(before + 1, total + 1))
        watch(Progress(before, total, before))
        Handing(
            roster.entries, Dealer(todo, _known(roster, journal, todo)), len(todo),
            journal=journal, shelf=shelf, assignment=assignment, lock=lock,
            task=Task(
                assignment=str(assignment.folder), digest=assignment.digest, seed=terms.seed, root=str(root.resolve()),
                out=str(request.out.resolve()), pages=terms.pages, sandbox=terms.sandbox, turn=0,
            ),
            done=lambda: watch(Progress(next(count), total, before)),
        ).run(request.jobs or usable_cores())  # fmt: skip
    except (GraderError, KeyboardInterrupt) as why:
        stopped = why
    except OSError as error:
        stopped = _unwritable(request.out, error)
    rows = list(journal.rows(roster))
    try:
        write_whole(request.out / places.GRADES, "".join(csv_lines(rows)))
        _write_glance(request.out, assignment, shelf, rows)
    except OSError as error:
        stopped = stopped or _unwritable(request.out, error)
    return Outcome(summarise(rows, total, assignment.max_score), stopped, terms.level)


def _write_glance(out: Path, assignment: Assignment, shelf: Shelf, rows: Sequence[Row]) -> None:
    """Write the class at a glance; reports are read one by one."""
    from grader.batch.cohort import cohort  # with the templates, only when there is something to show
    from grader.batch.glance import glance, has_report

    seen = cohort(shelf.read(row.key) for row in rows if has_report(row))
    write_whole(out / places.GLANCE, glance(rows, seen, title=assignment.manifest.title, pages=shelf.pages))


def _todo(roster: Roster, journal: Journal, shelf: Shelf, assignment: Assignment) -> list[int]:
    """Write down those with nothing to grade, and return the places of those that are to be graded.

    An entry that failed by our fault or the machine's is tried again, and one whose files are gone.
    """
    todo = []
    for place, entry in enumerate(roster.entries):
        known = entry.key in journal
        if entry.status != "submitted":
            if not known:
                journal.append(Line(row=row_of_entry(entry, assignment.max_score)))
        elif (
            not known
            or journal.line(entry.key).row.status == "grader_error"
            or not all(path.is_file() for path in shelf.files(entry.key))
        ):
            todo.append(place)
    return todo


def _known(roster: Roster, journal: Journal, todo: Sequence[int]) -> dict[str, int]:
    """Return the first entry with each source, of those that are graded."""
    digests, open_ = journal.digests(), set(todo)
    known: dict[str, int] = {}
    for place, entry in enumerate(roster.entries):
        if place not in open_ and entry.key in digests:
            known.setdefault(digests[entry.key], place)
    return known


def _unwritable(out: Path, error: OSError) -> EnvironmentFaultError:
    return EnvironmentFaultError(f"The results cannot be written into {out}: {error.strerror or error}.")
