"""A report as PrairieLearn's results.json. Source: PrairieLearn/PrairieLearn, docs/externalGrading.md.

It shows all that it is sent, so checks that a student may not see yet are not sent; they count in the score. What is
not gradable, be it the student's fault or ours, uses no attempt and gets no score.
"""

import json
from typing import Final

from grader.render.escape import json_text, plain
from grader.render.explained import explained
from grader.render.seen import advice, seen_checks, seen_diagnoses, unseen
from grader.report import Report

_LONGEST: Final = 10_000  # characters of one text; the whole may have a megabyte


def render_prairielearn(report: Report) -> str:
    """Return the report as results.json, the score as a fraction of 1."""
    if report.status != "graded" or report.score is None:
        return _json(_ungradable(report))
    causes = explained(report)
    told = [f"{found.title}\n{found.explanation}\n{found.hint}" for found in seen_diagnoses(report)]
    tests = [
        {
            "name": _text(check.title),
            "description": check.id,
            "points": check.points,
            "max_points": check.max_points,
            "message": _text(advice(check, causes.get(check.id, []))),
        }
        for check in seen_checks(report)
    ]
    score = report.score / report.max_score if report.max_score else 0.0
    message = "\n\n".join(filter(None, [report.message, *told, unseen(report)]))
    return _json({"gradable": True, "score": score, "message": _text(message), "tests": tests})


def _ungradable(report: Report) -> dict[str, object]:
    if report.status == "rejected":
        return {"gradable": False, "format_errors": _text(report.message), "tests": []}
    return {"gradable": False, "message": "The grader failed, not the submission. Tell your instructor.", "tests": []}


def _text(text: str) -> str:
    return plain(text)[:_LONGEST]


def _json(result: dict[str, object]) -> str:
    return json_text(json.dumps(result, indent=2, ensure_ascii=False, allow_nan=False)) + "\n"
