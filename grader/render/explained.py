"""Which failed checks a diagnosis explains: they point to it and say no more."""

from grader.report import Check, Diagnosis, Report, Status


def explained(report: Report) -> dict[str, list[Diagnosis]]:
    """Map the id of each check that is not passed to the diagnoses of its bugs, where there are any."""
    found = {
        check.id: [diagnosis for diagnosis in report.diagnoses if diagnosis.bug in check.bugs]
        for check in report.checks
        if check.status is not Status.PASSED
    }
    return {check: diagnoses for check, diagnoses in found.items() if diagnoses}


def unexplained(report: Report) -> list[Check]:
    """Return the checks that speak for themselves."""
    spoken_for = explained(report)
    return [check for check in report.checks if check.id not in spoken_for]
