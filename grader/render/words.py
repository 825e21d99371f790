"""The words that several forms of a report share."""

from grader.report import Check, Evidence, Report


def points(value: float) -> str:
    """Return points without needless decimals: 10, 7.5."""
    return f"{value:g}"


def score(report: Report) -> str:
    """Return the score as "50 / 100", or that there is none."""
    return "not graded" if report.score is None else f"{points(report.score)} / {points(report.max_score)}"


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
