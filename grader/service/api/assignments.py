"""The assignments that can be handed in for."""

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Depends
from pydantic import BaseModel

from grader.errors import AssignmentError
from grader.service.api.acting import Acting
from grader.service.api.errors import Refusal
from grader.service.folders import assignment_folders
from grader.service.service import Service, service_of

router = APIRouter(prefix="/api/v1/assignments", tags=["assignments"], responses={401: {"model": Refusal}})


class AssignmentOutline(BaseModel):
    """What one needs to know to hand in."""

    id: str
    title: str
    version: str
    entry: str
    max_score: float
    due: datetime | None
    closes: datetime | None
    attempts: int | None


@router.get("")
def assignments(service: Annotated[Service, Depends(service_of)], token: Acting) -> list[AssignmentOutline]:
    """Return all assignments; one whose manifest is broken is left out, and `grade verify` says why."""
    found = []
    for id in assignment_folders(service.settings):  # noqa: A001
        try:
            assignment = service.assignment(id)
        except AssignmentError:
            continue
        assert assignment is not None
        manifest = assignment.manifest
        rules = manifest.hand_in
        found.append(
            AssignmentOutline(
                id=id, title=manifest.title, version=manifest.version, entry=manifest.submission.entry,
                max_score=assignment.max_score, due=rules.due, closes=rules.closes, attempts=rules.attempts,
            )
        )  # fmt: skip
    return found
