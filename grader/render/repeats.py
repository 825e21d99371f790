"""One error that fails many checks is told once: which checks only repeat what an earlier one said."""

import re
from collections.abc import Iterable

from grader.report import Cause, Check

_CALL = re.compile(r"^\w+\((?:[^()]|\([^()]*\))*\)")  # attention(Q (5, 7), K (6, 7), V (6, 9))
_SIZES = re.compile(r"\d+")


def repeats(checks: Iterable[Check]) -> dict[str, Check]:
    """Map the id of each check that repeats an earlier one's failure, but for call and sizes, to that check.

    Wrong numbers are never repeats: each check shows its own.
    """
    first: dict[tuple[Cause, str], Check] = {}
    found: dict[str, Check] = {}
    for check in checks:
        if check.cause is None or check.cause is Cause.WRONG or not check.message:
            continue
        earlier = first.setdefault((check.cause, _SIZES.sub("0", _CALL.sub("", check.message))), check)
        if earlier is not check:
            found[check.id] = earlier
    return found
