"""A batch's results in the format of a platform."""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from grader.batch.results import Results
from grader.errors import UsageError
from grader.lms.gradebooks.blackboard import blackboard_template
from grader.lms.gradebooks.brightspace import brightspace, brightspace_template
from grader.lms.gradebooks.canvas import canvas, canvas_template
from grader.lms.gradebooks.comment import comment
from grader.lms.gradebooks.feedback_zip import canvas_feedback, moodle_feedback
from grader.lms.gradebooks.line import Line, Made
from grader.lms.gradebooks.moodle import moodle, moodle_template
from grader.lms.gradebooks.plain import plain_csv
from grader.render.junit import render_suites

_MOST_POINTS: Final = 100_000  # that anything is worth on a platform


class Wish(NamedTuple):
    """What the person asks for beside the format."""

    template: bytes | None = None
    column: str | None = None
    feedback_column: str | None = None
    points: float | None = None
    feedback: bool = True
    bom: bool = False


def export(form: str, results: Results, wish: Wish) -> Made:
    """Return the file for a platform; raise `UsageError` for a wish that it cannot meet."""
    if not results.rows:
        raise UsageError(f"{results.folder} holds no entry.")
    if wish.points is not None and not 0 < wish.points <= _MOST_POINTS:
        raise UsageError(f"What it is worth there (--points) is a number above 0 and at most {_MOST_POINTS:,}.")
    if wish.template is not None and form not in TEMPLATES:
        raise UsageError(f"{form} takes no template; {', '.join(sorted(TEMPLATES))} do.")
    return FORMS[form](results, wish)


def _lines(results: Results, *, feedback: bool = False) -> list[Line]:
    told = ((row.key, results.told(row.key)) for row in results.rows if feedback)
    said = {key: comment(report) for key, report in told if report is not None}
    return [Line(row, results.entries[row.key], said.get(row.key, "")) for row in results.rows]


def _canvas(results: Results, wish: Wish) -> Made:
    lines = _lines(results)
    if wish.template is None:
        return canvas(lines, column=wish.column, points=wish.points)
    return canvas_template(wish.template, lines, column=wish.column, points=wish.points)


def _moodle(results: Results, wish: Wish) -> Made:
    lines = _lines(results, feedback=wish.feedback)
    if wish.template is None:
        return moodle(lines, points=wish.points, feedback=wish.feedback)
    return moodle_template(
        wish.template, lines, column=wish.column, feedback_column=wish.feedback_column, points=wish.points,
        feedback=wish.feedback,
    )  # fmt: skip


def _blackboard(results: Results, wish: Wish) -> Made:
    if wish.template is None:
        raise UsageError("Blackboard needs --template: download the column, since only it has the column's id.")
    lines = _lines(results, feedback=wish.feedback)
    return blackboard_template(
        wish.template, lines, column=wish.column, points=wish.points, feedback=wish.feedback
    )  # fmt: skip


def _brightspace(results: Results, wish: Wish) -> Made:
    lines = _lines(results)
    if wish.template is None:
        return brightspace(lines, column=wish.column, points=wish.points)
    return brightspace_template(wish.template, lines, column=wish.column, points=wish.points)


def _csv(results: Results, wish: Wish) -> Made:
    return plain_csv(_lines(results), results.reports(), points=wish.points, bom=wish.bom)


def _junit(results: Results, _: Wish) -> Made:
    untried = [(row.key, row.reason or row.status) for row in results.rows if results.report(row.key) is None]
    return Made(render_suites(results.reports(), untried).encode(), tuple(row.key for row in results.rows), {})


def _canvas_feedback(results: Results, _: Wish) -> Made:
    return canvas_feedback(_lines(results), results.page)


def _moodle_feedback(results: Results, _: Wish) -> Made:
    return moodle_feedback(_lines(results), results.page)


FORMS: Final[dict[str, Callable[[Results, Wish], Made]]] = {
    "canvas": _canvas, "moodle": _moodle, "blackboard": _blackboard, "brightspace": _brightspace, "csv": _csv,
    "junit": _junit, "canvas-feedback": _canvas_feedback, "moodle-feedback": _moodle_feedback,
}  # fmt: skip
#: The formats that hold words for students, beside grades for a gradebook.
TO_STUDENTS: Final = frozenset({"moodle", "blackboard", "canvas-feedback", "moodle-feedback"})
TEMPLATES: Final = frozenset({"canvas", "moodle", "blackboard", "brightspace"})


def told(made: Made) -> Iterator[str]:
    """Return what a person must know of an export, line by line: every entry is counted."""
    count = len(made.written)
    yield f"{count} {'entry' if count == 1 else 'entries'} written, {len(made.left_out)} left out."
    yield from (f"  {key}: {why}" for key, why in made.left_out.items())
    yield from made.remarks
