"""What `submission.graded` says: enough to act on, and the address of the rest.

Every try to deliver it sends the same bytes, while nobody changes what lateness costs or `public_url`: a receiver that
keeps them finds no two versions of one message.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from grader.service.store.submissions import Submission

EVENT = "submission.graded"
#: What a score counts, given whose it is: less, if it was late.
Counted = Callable[[Submission, float | None], float | None]
#: By how many seconds a submission is late.
Late = Callable[[Submission], int]
_MOST_BUGS = 20  # a message is to stay below 20 kB
_LONGEST = 200  # characters of what others named


@dataclass(frozen=True)
class Graded:
    """A graded attempt, as its course's receiver knows it. `score` is None where none was given;
    `counted` is the score less what lateness costs.

    `student_key` is the key that came with the upload, `number` counts a student's uploads from 1, `kind` is first or
    regrade, `report_url` leads to the report and needs a token.
    """

    submission: str
    attempt: str
    kind: str
    course: str
    assignment: str
    student_key: str
    number: int
    late_seconds: int
    status: str
    score: float | None
    counted: float | None
    max_score: float
    bugs: tuple[str, ...]
    report_sha256: str
    report_url: str
    graded_at: datetime


def body(graded: Graded) -> str:
    """Return the JSON of the message: the same for the same, byte by byte."""
    data = {
        "submission": graded.submission,
        "attempt": graded.attempt,
        "kind": graded.kind,
        "course": graded.course[:_LONGEST],
        "assignment": graded.assignment[:_LONGEST],
        "student_key": graded.student_key[:_LONGEST],
        "number": graded.number,
        "late_seconds": graded.late_seconds,
        "status": graded.status,
        "score": graded.score,
        "counted": graded.counted,
        "max_score": graded.max_score,
        "bugs": [bug[:_LONGEST] for bug in graded.bugs[:_MOST_BUGS]],
        "report_sha256": graded.report_sha256,
        "report_url": graded.report_url,
    }
    at = graded.graded_at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return json.dumps({"type": EVENT, "timestamp": at, "data": data}, allow_nan=False)
