"""The numbers that each student is asked with, before anybody hands in: as text for a handout, and as a table."""

import csv
import io
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from grader.assignment import Assignment
from grader.batch.gradescsv import cell
from grader.batch.seeds import seed_of
from grader.checks.case import Case
from grader.judge.paper import Paper
from grader.render.escape import plain


class Question(NamedTuple):
    """A check, and the numbers that its question says, by their names."""

    id: str
    title: str
    said: dict[str, Any]


class Sheet(NamedTuple):
    """What one student is asked, and the seed that repeats it."""

    key: str
    seed: int
    questions: tuple[Question, ...]


def sheet_of(key: str, seed: int, assignment: Assignment) -> Sheet:
    """Return what the student `key` is asked in a class with this seed."""
    own = seed_of(key, seed, assignment.manifest)
    paper = Paper(assignment.manifest.lab, own, assignment.folder)
    asked = (Question(item.id, item.title, _said(paper.cases(item))) for item in assignment.manifest.check if item.says)
    return Sheet(key, own, tuple(question for question in asked if question.said))


def sheets_text(sheets: Sequence[Sheet]) -> str:
    """Return the sheets one below the other; each title once a student, its numbers below it."""
    return plain("\n".join("".join(f"{line}\n" for line in _lines(sheet)) for sheet in sheets))


def sheets_csv(sheets: Sequence[Sheet]) -> str:
    """Return a row for each student, with a column for each number: the id of its check, and its name."""
    lines = io.StringIO()
    table = csv.writer(lines, lineterminator="\n")
    names = [f"{question.id} {name}" for question in sheets[0].questions for name in question.said]
    table.writerow(["key", "seed", *names])
    for sheet in sheets:
        values = [value for question in sheet.questions for value in question.said.values()]
        table.writerow([cell(sheet.key), sheet.seed, *map(cell, values)])
    return lines.getvalue()


def _said(cases: Sequence[Case]) -> dict[str, Any]:
    return {name: value.tolist() for case in cases for name, value in case.said.items()}


def _lines(sheet: Sheet) -> Iterator[str]:
    yield f"{sheet.key}   seed {sheet.seed}"
    for question in sheet.questions:
        yield f"  {question.title}"
        yield f"    {',  '.join(f'{name} = {value}' for name, value in question.said.items())}"
