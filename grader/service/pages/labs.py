"""The assignments, as pages need them."""

from grader.assignment import Assignment
from grader.errors import AssignmentError
from grader.service.folders import assignment_folders
from grader.service.refused import RefusedError
from grader.service.service import Service
from grader.service.store.standing import Standing


def labs(service: Service) -> list[tuple[str, Assignment]]:
    """Return all assignments with their ids; one whose manifest is broken is left out, and `grade verify` says why."""
    found = []
    for id in assignment_folders(service.settings):  # noqa: A001
        try:
            found.append((id, lab(service, id)))
        except RefusedError:
            continue
    return found


def lab(service: Service, id: str) -> Assignment:  # noqa: A002
    """Return an assignment; raise `RefusedError` (404, 503) where it is not there or its manifest is broken."""
    try:
        assignment = service.assignment(id)
    except AssignmentError as error:
        raise RefusedError(503, "broken_assignment", "The manifest of this assignment is broken.") from error
    if assignment is None:
        raise RefusedError(404, "unknown_assignment", "There is no such assignment.")
    return assignment


def counted(service: Service, one: Standing) -> float | None:
    """Return what the score of a submission counts: less what lateness costs, by today's rules if there are any."""
    if one.report is None:
        return None
    try:
        return service.counted(one.submission, one.report.score)
    except AssignmentError:
        return one.report.score
