"""Reports to render, and text as a student could write it."""

import unicodedata
from typing import Any

from hypothesis import strategies as st

from grader.report import (
    AssignmentInfo,
    Cause,
    Check,
    CurveFigure,
    Diagnosis,
    Evidence,
    Example,
    Lookalike,
    MatrixFigure,
    Notice,
    OutputText,
    Place,
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


def example(**changes: Any) -> Example:
    """Two scores whose softmax ran over the wrong axis."""
    given: dict[str, Any] = {
        "inputs": {"scores": (("2", "0"), ("0", "0"))}, "value": "weights",
        "got": (("0.881", "0.500"), ("0.119", "0.500")), "want": (("0.881", "0.119"), ("0.500", "0.500")),
    }  # fmt: skip
    return Example(**(given | changes))


def place(**changes: Any) -> Place:
    """A line of the submission."""
    return Place(
        **({"file": "attention.py", "line": 12, "where": "line 12", "code": "  return e / e.sum(0)"} | changes)
    )


def diagnosis(**changes: Any) -> Diagnosis:
    """A named bug with an example and a place."""
    given: dict[str, Any] = {
        "bug": "softmax-axis", "title": "The softmax runs over the queries", "explanation": "Your columns sum to 1.",
        "hint": "Over which axis do yours add to 1?", "function": "softmax", "lesson": "LM3-T3",
        "example": example(), "place": place(),
    }  # fmt: skip
    return Diagnosis(**(given | changes))


def lookalikes(*titles: str) -> tuple[Lookalike, ...]:
    """Bugs that give the same numbers, by their titles."""
    return tuple(Lookalike(bug=f"bug-{number}", title=title) for number, title in enumerate(titles))


def matrix_figure(**changes: Any) -> MatrixFigure:
    """Weights whose first row is wrong."""
    given: dict[str, Any] = {
        "title": "The weights", "rows": "query", "columns": "key",
        "got": (("1.000", "0.250"), ("0.500", "0.500")), "want": (("0.750", "0.250"), ("0.500", "0.500")),
    }  # fmt: skip
    return MatrixFigure(**(given | changes))


def curve_figure(**changes: Any) -> CurveFigure:
    """The spread of scores that nothing divides."""
    given: dict[str, Any] = {
        "title": "How far apart the scores are", "x": "d_k", "y": "standard deviation of the scores",
        "at": (4, 16, 64, 256), "got": (2.0, 4.1, 7.9, 15.8), "want": (1.0, 1.02, 0.98, 0.99),
    }  # fmt: skip
    return CurveFigure(**(given | changes))


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
    grid = ((text, "0.125"), ("0.125", text))
    shown = example(inputs={"scores": grid}, got=grid, want=(("0.3217", "0.125"), ("0.125", "0.3217")), message=text)
    where = place(file=text, where=text, code=text, change=text)
    named = diagnosis(explanation=text, example=shown, place=where)
    return report(
        passed(figure=matrix_figure(got=grid, want=shown.want)),
        check(id="fused_match", message=text, evidence=(seen, seen), bugs=("softmax-axis",)),
        check(message=text, evidence=(seen, seen)),
        check(id="overflow", message=text, cause=Cause.EXCEPTION),
        check(id="purity", message=text, cause=Cause.EXCEPTION),
        check(id="shapes", message=text, status=Status.SKIPPED, cause=Cause.MISSING),
        message=text,
        diagnoses=(named, diagnosis(bug=None, explanation=text, example=example(got=(), message=text))),
        submission=SubmissionInfo(name=text, sha256="1" * 64, functions={"softmax": text}),
        notices=(Notice(kind="style", message=text),),
        output=OutputText(stdout=text, stderr=text),
    )
