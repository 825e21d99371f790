"""A report as the last lines of an Autolab driver.

Source: autolab/Autolab, docs/lab.md, docs/features/formatted-feedback.md.
The last line holds the scores, the one before it the feedback. Without a score the problem's is null: a line that
names no problem, or none at all, makes Autolab give 0 (app/helpers/assessment_autograde_core.rb, saveAutograde).
"""

import json
import re

from grader.errors import UsageError
from grader.render.escape import plain
from grader.render.explained import explained
from grader.render.seen import advice, seen_checks
from grader.report import Report, Status

_FAULT = "The grader failed, not the submission. No score is given. Tell your instructor."


def render_autolab(report: Report, *, problem: str | None = None, feedback: bool = True) -> str:
    """Return feedback and scores, a line each; `problem` is its name in Autolab, by default the assignment's id.

    Raises `UsageError` for a name that Autolab's reader of the line would break.
    """
    name = report.assignment.id if problem is None else problem
    if re.search(r"[a-zA-Z0-9]:", name):
        raise UsageError(f"Autolab cannot read a problem called {name!r}: a letter or digit stands before a colon.")
    score: dict[str, object] = {"scores": {name: report.score}} | (
        {} if report.score is None else {"scoreboard": [report.score]}
    )
    return "".join(_line(part) for part in ([_feedback(report)] if feedback else []) + [score])


def _feedback(report: Report) -> dict[str, object]:
    causes = explained(report)
    steps: dict[str, object] = {}
    for check in seen_checks(report):
        name = plain(check.title) if plain(check.title) not in steps else f"{plain(check.title)} ({check.id})"
        passed = check.status is Status.PASSED
        steps[name] = (
            {"passed": passed} if passed else {"passed": passed, "hint": plain(advice(check, causes.get(check.id, [])))}
        )
    if report.status != "graded":
        steps = {"Grading": {"passed": False, "hint": plain(report.message) if report.status == "rejected" else _FAULT}}
    return {"_presentation": "semantic", "stages": ["Test"], "Test": steps}


def _line(content: dict[str, object]) -> str:
    return json.dumps(content, allow_nan=False) + "\n"  # ASCII: one line, whatever a text holds
