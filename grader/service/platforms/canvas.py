"""Canvas, by its REST API: work is polled, and a grade is put there with one comment, once.

Source: https://developerdocs.instructure.com/services/canvas/resources/submissions.
"""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any, Final

import requests
from canvasapi.assignment import Assignment
from canvasapi.course import Course
from canvasapi.exceptions import (
    BadRequest,
    CanvasException,
    Forbidden,
    InvalidAccessToken,
    RateLimitExceeded,
    ResourceDoesNotExist,
    Unauthorized,
    UnprocessableEntity,
)
from canvasapi.paginated_list import PaginatedList
from canvasapi.requester import Requester
from canvasapi.util import combine_kwargs

from grader.service.hooks.destination import Lookup, look_up
from grader.service.hooks.outcome import Done, Later, Never, Outcome
from grader.service.platforms.connections import CanvasConnection
from grader.service.platforms.grades import Grade
from grader.service.platforms.handed import PlatformError, Skipped, Work, as_one, named, said
from grader.service.platforms.sessions import download, new_session

_BUSY_SECONDS: Final = 60.0
#: What reading an answer raises that is not what the API promises.
_MISSHAPEN: Final = (ValueError, TypeError, KeyError, AttributeError)


class Canvas:
    """One course in Canvas. One request at a time: that is what its throttle likes."""

    def __init__(
        self, name: str, connection: CanvasConnection, *, most: int = 8 * 1024 * 1024, lookup: Lookup = look_up
    ) -> None:
        self.course, self.assignments = connection.course, tuple(connection.assignments)
        self._name, self._connection, self._most, self._lookup = name, connection, most, lookup
        self._assignments: dict[str, Assignment] = {}
        self._there: Any = None  # canvasapi has no types

    def handed_in(self, assignment: str, known: Callable[[str], bool]) -> Iterator[Work | Skipped]:
        """See `Platform.handed_in`. A group's work comes once."""
        seen: set[str] = set()
        try:
            for row in self._rows(assignment):
                yield from self._work(assignment, row, seen, known)
        except (CanvasException, requests.RequestException, OSError, *_MISSHAPEN) as error:
            raise PlatformError(f"Canvas gives no list of submissions: {_fault(error)}") from error

    def post(self, grade: Grade, *, dry_run: bool) -> Outcome:
        """Put a grade and its comment there, if neither is there nor work that is newer."""
        try:
            return self._post(grade, dry_run)
        except RateLimitExceeded:
            return Later("Canvas has no time now.", _BUSY_SECONDS)
        except Forbidden as error:
            busy = "rate limit" in str(error).lower()  # as Canvas says it where it does not yet say 429
            return (
                Later("Canvas has no time now.", _BUSY_SECONDS) if busy else Later(f"Canvas refuses: {_fault(error)}")
            )
        except (BadRequest, UnprocessableEntity, ResourceDoesNotExist) as error:
            return Never(f"Canvas does not take it: {_fault(error)}")
        except (CanvasException, requests.RequestException, OSError, *_MISSHAPEN) as error:
            return Later(f"Canvas does not take it now: {_fault(error)}")

    def _post(self, grade: Grade, dry_run: bool) -> Outcome:
        if grade.assignment not in self._connection.assignments:
            return Never(f"grader.toml names no assignment of Canvas for {grade.assignment}.")
        assignment = self._assignment(grade.assignment)
        there = assignment.get_submission(int(grade.ids["user"]), include=["submission_comments"])
        if int(there.attempt or 0) != int(grade.ids["attempt"]):
            return Done(
                f"Not posted: this grades attempt {grade.ids['attempt']}, and attempt {there.attempt} is there."
            )
        if any(grade.key in str(comment.get("comment", "")) for comment in there.submission_comments):
            return Done("It was there already.")
        change: dict[str, dict[str, object]] = {"comment": {"text_comment": grade.comment}}
        if grade.ids.get("group"):
            change["comment"]["group_comment"] = True
        score = grade.out_of(float(assignment.points_possible or 0))
        if score is not None:
            change["submission"] = {"posted_grade": f"{score:g}"}
        if dry_run:
            return Done(f"would post {'a comment only' if score is None else f'{score:g}'} to user {grade.ids['user']}")
        there.edit(**change)
        return Done()

    def _rows(self, assignment: str) -> Iterator[dict[str, Any]]:
        """The submissions as Canvas writes them: canvasapi's own objects fail for all where one is odd."""
        there = self._assignment(assignment)
        place = f"courses/{self._connection.canvas_course}/assignments/{there.id}/submissions"
        wanted = combine_kwargs(include=["user", "group"])
        yield from PaginatedList(_as_it_is, there._requester, "GET", place, _kwargs=wanted)

    def _work(
        self, assignment: str, row: dict[str, Any], seen: set[str], known: Callable[[str], bool]
    ) -> Iterator[Work | Skipped]:
        """Yield one student's work, if it is new, or why it cannot be had."""
        student = f"canvas:{self._name}:{said(row.get('user_id'))}"
        try:
            if not row.get("attempt"):
                return
            ids = {"connection": self._name, "user": str(int(row["user_id"])), "attempt": str(int(row["attempt"]))}
            if group := (row.get("group") or {}).get("id"):
                ids["group"] = str(int(group))
                student = f"canvas:{self._name}:group-{ids['group']}"
            key = f"{student}:{self._connection.assignments[assignment]}:{ids['attempt']}"
            if student in seen or known(key):
                return
            seen.add(student)
            files = [(named(file["display_name"]), self._file(file["url"])) for file in row.get("attachments") or ()]
            if not files:
                yield Skipped(student, "No file was handed in.")
                return
            name, content = as_one(files)
            at = datetime.fromisoformat(row["submitted_at"]) if row.get("submitted_at") else None
            yield Work(key, assignment, student, named(row["user"]["name"]), name, content, at, {"canvas": ids})
        except (PlatformError, *_MISSHAPEN) as error:
            yield Skipped(student, _fault(error))

    def _file(self, url: str) -> bytes:
        return download(self._connection.url, url, self._most, self._lookup)

    def _assignment(self, assignment: str) -> Any:  # noqa: ANN401  # canvasapi has no types
        """What Canvas says of an assignment of ours; asked once."""
        if self._there is None:
            requester = Requester(self._connection.url, self._connection.secret())
            requester._session = new_session()  # its own waits for ever
            self._there = Course(requester, {"id": self._connection.canvas_course})
        if assignment not in self._assignments:
            self._assignments[assignment] = self._there.get_assignment(self._connection.assignments[assignment])
        return self._assignments[assignment]


def _as_it_is(_requester: Requester, row: dict[str, Any]) -> dict[str, Any]:
    return row


def _fault(error: Exception) -> str:
    """Say what went wrong; of what is not Canvas's own sentence only the kind, as it may hold an address."""
    if isinstance(error, Unauthorized | InvalidAccessToken):
        return "the token is not accepted."
    if isinstance(error, CanvasException | PlatformError):
        return said(error)
    return f"{type(error).__name__}."
