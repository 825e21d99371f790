"""What a student may see at once, where all that is sent is shown."""

from collections.abc import Sequence

from grader.report import Check, Diagnosis, Report, Status


def seen_checks(report: Report) -> Sequence[Check]:
    """Return the visible checks: neither hidden ones nor those that are shown after the due date."""
    return [check for check in report.checks if check.visibility == "visible"]


def seen_diagnoses(report: Report) -> Sequence[Diagnosis]:
    """Return the diagnoses that a visible check shows too."""
    failed = [check for check in seen_checks(report) if check.status is not Status.PASSED]
    bugs = {bug for check in failed for bug in check.bugs}
    return [found for found in report.diagnoses if (found.bug in bugs if found.bug else failed)]


def until_due(report: Report) -> Report:
    """Return a report as its student may see it before the due date: of checks for after it the result only."""
    if not any(check.visibility == "after_due" for check in report.checks):
        return report
    checks = tuple(_withheld(check) if check.visibility == "after_due" else check for check in report.checks)
    return report.model_copy(update={"checks": checks, "diagnoses": tuple(seen_diagnoses(report))})


def _withheld(check: Check) -> Check:
    told = "" if check.status is Status.PASSED else "What this check saw is shown after the due date."
    return check.model_copy(update={"message": told, "hint": "", "evidence": (), "figure": None, "bugs": ()})


def unseen(report: Report) -> str:
    """Return a sentence on the checks that are not shown, "" if all are."""
    count = len(report.checks) - len(seen_checks(report))
    return (
        f"{count} further check{'s' if count > 1 else ''} count{'' if count > 1 else 's'}, and are not shown."
        * bool(count)
    )


def advice(check: Check, causes: Sequence[Diagnosis]) -> str:
    """Return what a check says to its student: what came, what explains it, and where to look."""
    if check.status is Status.PASSED:
        return check.message
    told = [part for found in causes for part in (found.title, found.explanation, found.hint)]
    return "\n".join(filter(None, [check.message, *(told or [check.hint])]))
