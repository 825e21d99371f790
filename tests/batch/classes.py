"""Classes that nobody was ever in."""

import random
from typing import Any

from grader.batch.cohort import Cohort, Tally
from grader.batch.result import Row
from grader.report import AssignmentInfo

CHECKS = {
    "shapes": "Every function takes rectangular sizes and returns the right shapes and types",
    "worked_example": "The lesson's three tokens come out to three decimals",
    "row_sums": "Each query's weights are not negative and sum to 1",
    "softmax_axis": "The softmax runs over the keys",
    "overflow": "Large scores give finite and right weights",
    "sqrt_dk": "Scores are divided by √d_k, so their spread stays near 1 for every width",
    "fused_match": "Random inputs agree with PyTorch's fused kernel",
    "projections": "self_attention uses each matrix for its own role",
    "purity": "The same answer twice, and inputs are left as they were",
}
BUGS = {
    "softmax-unstable": ("overflow",),
    "scale-missing": ("sqrt_dk", "worked_example", "fused_match"),
    "softmax-axis": ("row_sums", "softmax_axis", "worked_example"),
    "scale-dk": ("sqrt_dk", "fused_match"),
    "softmax-global-max": ("overflow",),
}


def row(**changes: Any) -> Row:
    """A student with half of the points."""
    given: dict[str, Any] = {
        "key": "s001", "name": "Student 1", "status": "graded", "score": 60, "max_score": 100, "late": False,
        "attempt": 1, "bugs": ("scale-missing",), "failed": ("sqrt_dk", "fused_match"), "file": "s001.py",
        "reason": "sqrt_dk: the scores are not divided.", "sha256": "1" * 64, "seconds": 0.12,
    }  # fmt: skip
    return Row(**(given | changes))


def blank(**changes: Any) -> Row:
    """An entry without a score."""
    given = {"status": "nothing", "score": None, "bugs": (), "failed": (), "file": "", "reason": "", "seconds": 0.0}
    return row(**(given | changes))


def tally(check: str = "sqrt_dk", **changes: Any) -> Tally:
    """A check that one of three passed."""
    return Tally(**({"id": check, "title": CHECKS.get(check, check), "passed": 1, "failed": 2} | changes))


def some_class(students: int = 34, seed: int = 1) -> tuple[list[Row], Cohort]:
    """A class as classes are: many right, some bugs that many have, a few entries that are something else."""
    chance = random.Random(seed)
    rows = [_student(number, chance) for number in range(1, students + 1)]
    tried = [one for one in rows if one.status == "graded"]
    checks = [
        tally(check, passed=len(tried) - fails, failed=fails)
        for check in CHECKS
        for fails in [sum(check in one.failed for one in tried)]
    ]
    info = AssignmentInfo(id="attention", version="1.0.0", digest="0123456789abcdef" * 4)
    return rows, Cohort(checks=tuple(checks), assignment=info, seed=20240611)


def _student(number: int, chance: random.Random) -> Row:
    who = {"key": f"s{number:03d}", "name": f"Student {number}", "late": chance.random() < 0.1}
    kind = chance.random()
    if kind < 0.06:
        return blank(**who | {"late": False})
    if kind < 0.09:
        return blank(
            **who, status="rejected", reason="attention.py holds no code.", file="attention.py", sha256="2" * 64
        )
    if kind < 0.11:
        return blank(**who, status="not code", file="essay.docx")
    bugs = chance.sample(list(BUGS), k=chance.choices((0, 1, 2), (5, 4, 1))[0])
    failed = [check for check in CHECKS if any(check in BUGS[bug] for bug in bugs)]
    flags = ("late",) * who["late"] + ("policy",) * (chance.random() < 0.03) + ("identical:s001",) * (number == 7)
    return row(
        **who, score=100 - 13 * len(failed), bugs=tuple(bugs), failed=tuple(failed), flags=flags,
        reason=f"{failed[0]}: not as it should be." if failed else "", seconds=round(chance.lognormvariate(-2.5, 0.7), 3),
    )  # fmt: skip
