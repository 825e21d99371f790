"""What a student may see: at once where all that is sent is shown, and of a report that is kept."""

from collections.abc import Sequence

from grader.report import Check, Diagnosis, Notice, OutputText, Report, Status


def seen_checks(report: Report) -> Sequence[Check]:
    """Return the visible checks: neither hidden ones nor those that are shown after the due date."""
    return [check for check in report.checks if check.visibility == "visible"]


def seen_diagnoses(report: Report) -> Sequence[Diagnosis]:
    """Return the diagnoses that a visible check shows too.

    An observation names no check: it is told where no other check than a visible one can have led to it.
    """
    failed = [check for check in seen_checks(report) if check.status is not Status.PASSED]
    bugs = {bug for check in failed for bug in check.bugs}
    later = any(c.visibility == "after_due" and c.status in (Status.FAILED, Status.PARTIAL) for c in report.checks)
    return [found for found in report.diagnoses if (found.bug in bugs if found.bug else failed and not later)]


def seen_by_student(report: Report, *, due_is_over: bool) -> Report:
    """Return a report as its student may see it: of withheld checks the result only, and then nothing that was printed.

    Withheld are the hidden checks, whose report never tells more, and until the due date those for after it. What a
    submission prints may be the inputs of any check.
    """
    shown = report if due_is_over else _until_due(report)
    if any(check.visibility == "hidden" for check in report.checks):
        return _unprinted(shown, "What your code printed is not shown: it could tell the numbers of hidden checks.")
    if not due_is_over and any(check.visibility == "after_due" for check in report.checks):
        return _unprinted(
            shown,
            "What your code printed is shown after the due date: until then it could tell the numbers of checks that "
            "are not shown yet.",
        )
    return shown


def _until_due(report: Report) -> Report:
    if not any(check.visibility == "after_due" for check in report.checks):
        return report
    checks = tuple(_withheld(check) if check.visibility == "after_due" else check for check in report.checks)
    return report.model_copy(update={"checks": checks, "diagnoses": tuple(seen_diagnoses(report))})


def _withheld(check: Check) -> Check:
    told = "" if check.status is Status.PASSED else "What this check saw is shown after the due date."
    return check.model_copy(update={"message": told, "hint": "", "evidence": (), "figure": None, "bugs": ()})


def _unprinted(report: Report, why: str) -> Report:
    if report.output == OutputText():
        return report
    notices = (*report.notices, Notice(kind="output", message=why))
    return report.model_copy(update={"output": OutputText(), "notices": notices})


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
