"""A report as Gradescope's results.json. Source: gradescope/autograder_samples, docs/specs.md.

A total hidden by a hidden test is Gradescope's rule. A rejected upload gets 0 and the reason, since only a result with
a score reaches the student; sent again, it is graded anew. A fault of ours has no score: Gradescope then says that the
autograder failed, which is true, and gives none.
"""

import json
from typing import Final

from grader.render.escape import json_text, plain
from grader.render.explained import explained
from grader.render.seen import advice, seen_diagnoses
from grader.report import Check, Diagnosis, Report, Status

VISIBILITY: Final = {"visible": "visible", "after_due": "after_due_date", "hidden": "hidden"}


def render_gradescope(report: Report) -> str:
    """Return the report as results.json; all text is marked as text, so that nothing of it is mark-up."""
    causes = explained(report)
    info = report.assignment
    result: dict[str, object] = {
        "output": _told(report),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "execution_time": report.timings.total,
        "extra_data": {"status": report.status, "assignment": info.id, "version": info.version, "digest": info.digest},
    }
    if report.status != "grader_error":
        result["score"] = report.score or 0
        result["tests"] = [_test(n, check, causes.get(check.id, [])) for n, check in enumerate(report.checks, 1)]
    return json_text(json.dumps(result, indent=2, ensure_ascii=False, allow_nan=False)) + "\n"


def _told(report: Report) -> str:
    if report.status == "rejected":
        return plain(
            f"This upload could not be graded: {report.message}\nThe 0 is no verdict. Correct it and send it again."
        )
    if report.status == "grader_error":
        return "The grader failed, not the submission. No score is given. Tell your instructor."
    parts = [f"{found.title}\n{found.explanation}\n{found.hint}" for found in seen_diagnoses(report)]
    return plain("\n\n".join(filter(None, [report.message, *parts])))


def _test(number: int, check: Check, causes: list[Diagnosis]) -> dict[str, object]:
    return {
        "number": str(number),
        "name": plain(check.title),
        "score": check.points,
        "max_score": check.max_points,
        "status": "passed" if check.status is Status.PASSED else "failed",
        "output": plain(advice(check, causes)),
        "tags": [check.id],
        "visibility": VISIBILITY[check.visibility],
    }
