"""Reports to render, and text as a student could write it."""

import unicodedata
from typing import Any

from hypothesis import strategies as st

from grader.report import (
    AssignmentInfo,
    Cause,
    Check,
    Evidence,
    Notice,
    OutputText,
    Report,
    SandboxInfo,
    Status,
    SubmissionInfo,
    Timings,
)

#: Any text at all, and pieces that some reader of text acts on.
any_text = st.text() | st.lists(
    st.sampled_from(
        ["<script>", "</failure>", "]]>", "<!--", "&amp;", "&#60;", "![a](b)", "[a](http://x.example)", "[a]: /b", "`",
         "```", "~~~", "|", "\\", "\n", "\r", "\n\n", "\t", "    ", "# ", "1. ", "- ", "> ", "---", "===", "**", "_",
         "<http://x.example>", "http://x.example", "www.x.example", "@all", "#12", "a", "\x1b[31m", "\x1b]8;;", "\x9b",
         "\x00", "\u202e", "\u2066", "\u2028", "\ufffe", "\ud800", "\U0001f600", "\u754c", "e\u0301"]
    )
).map("".join)  # fmt: skip


def acting(text: str) -> set[str]:
    """The characters of `text`, other than line ends and tabs, that a terminal or a reader's eye would obey."""
    controls = ("Cc", "Cf", "Cs", "Zl", "Zp")
    return {c for c in text if unicodedata.category(c) in controls and c not in "\n\t\u200c\u200d"}


def check(**changes: Any) -> Check:
    """A failed check."""
    given: dict[str, Any] = {
        "id": "row_sums", "title": "Weights sum to 1", "status": Status.FAILED, "points": 0, "max_points": 10,
        "cause": Cause.WRONG, "message": "The weights of query 0 sum to 2.", "hint": "What should they sum to?",
        "evidence": (), "visibility": "visible",
    }  # fmt: skip
    return Check(**(given | changes))


def passed(**changes: Any) -> Check:
    """A passed check."""
    given: dict[str, Any] = {"id": "shapes", "title": "Shapes", "points": 5, "max_points": 5, "message": ""}
    return check(**(given | {"status": Status.PASSED, "cause": None} | changes))


def evidence(**changes: Any) -> Evidence:
    """A number that is not the right one."""
    given: dict[str, Any] = {"case": "square", "got": "2", "want": "1", "error_over_tolerance": 500.0}
    return Evidence(**(given | changes))


def report(*checks: Check, **changes: Any) -> Report:
    """A graded report of these checks, or of a passed and a failed one."""
    checks = checks or (passed(), check())
    given: dict[str, Any] = {
        "status": "graded", "score": sum(c.points for c in checks), "max_score": sum(c.max_points for c in checks),
        "assignment": AssignmentInfo(id="attention", version="1.0.0", digest="0" * 64),
        "submission": SubmissionInfo(name="attention.py", sha256="1" * 64, functions={}),
        "checks": checks, "sandbox": SandboxInfo(level="process", layers=("limits",)), "environment": {},
        "seed": 7, "timings": Timings(start=0, load=0, calls=0, total=1.25),
    }  # fmt: skip
    return Report(**(given | changes))


def ungraded(message: str = "The file is empty.") -> Report:
    """A report without a score."""
    return report(status="rejected", message=message, score=None, max_score=15, checks=())


def written_by_student(text: str) -> Report:
    """A report with `text` wherever a student's words can come."""
    seen = evidence(case=text, got=text)
    return report(
        passed(),
        check(message=text, evidence=(seen, seen)),
        check(id="overflow", message=text, cause=Cause.EXCEPTION),
        check(id="purity", message=text, cause=Cause.EXCEPTION),
        check(id="shapes", message=text, status=Status.SKIPPED, cause=Cause.MISSING),
        message=text,
        submission=SubmissionInfo(name=text, sha256="1" * 64, functions={"softmax": text}),
        notices=(Notice(kind="style", message=text),),
        output=OutputText(stdout=text, stderr=text),
    )
