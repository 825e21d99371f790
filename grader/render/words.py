"""The words that several forms of a report share."""

from typing import Final

from grader.report import Check, Diagnosis, Evidence, Example, Place, Report

NO_BUG: Final = "No known mistake fits these numbers. What can be seen:"
REPAIRS: Final = "With this line the failing checks pass"
_NUMBERS: Final = {2: "two", 3: "three", 4: "four"}


def points(value: float) -> str:
    """Return points without needless decimals: 10, 7.5."""
    return f"{value:g}"


def counted(number: int, what: str) -> str:
    """Write a number of things: 1 check, 2 checks."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def score(report: Report) -> str:
    """Return the score as "50 / 100", or that there is none."""
    return "not graded" if report.score is None else f"{points(report.score)} / {points(report.max_score)}"


def decides(place: Place) -> str:
    """Return the sentence that names a place: "Line 12 decides this"."""
    return f"{place.where[:1].upper()}{place.where[1:]} decides this"


def alternatives(found: Diagnosis) -> list[str]:
    """Return a line for each bug that no number tells apart from the diagnosed one."""
    lines = [f"or: {other.title}" for other in found.also]
    if lines:
        count = len(lines) + 1
        lines[-1] += f" (one of these {_NUMBERS.get(count, count)}: no number tells them apart)"
    return lines


def called(function: str, example: Example) -> str:
    """Return how an example was made: "softmax(scores) and its weights"."""
    return f"{function}({', '.join(example.inputs)}) and its {example.value}"


def observations(check: Check) -> list[str]:
    """Return what was seen case by case; nothing for a single case, which the message tells."""
    return [f"{seen.case}: {_seen(seen)}" for seen in check.evidence] if len(check.evidence) > 1 else []


def _seen(seen: Evidence) -> str:
    ratio, same = seen.error_over_tolerance, seen.got == seen.want
    if same if ratio is None else ratio <= 1:
        return "right"
    if same and ratio is not None:
        return f"{seen.got} in the digits shown, but {ratio:.3g} times the tolerance away"
    return f"{seen.got}; should be {seen.want}"
