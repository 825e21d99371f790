"""Canvas, by its REST API: work is polled, and a grade is put there with one comment, once.

Source: https://developerdocs.instructure.com/services/canvas/resources/submissions.
"""

import contextlib
from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final

import requests
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
from grader.service.platforms.grades import Grade, digits
from grader.service.platforms.handed import (
    MISSHAPEN,
    PlatformError,
    Skipped,
    Wanted,
    Work,
    as_one,
    gathered,
    named,
    said,
)
from grader.service.platforms.sessions import download, new_session

_BUSY_SECONDS: Final = 60.0


class Canvas:
    """One course in Canvas. One request at a time: that is what its throttle likes."""

    def __init__(
        self, name: str, connection: CanvasConnection, *, most: int = 8 * 1024 * 1024, lookup: Lookup = look_up
    ) -> None:
        self.course, self.assignments = connection.course, tuple(connection.assignments)
        self._name, self._connection, self._most, self._lookup = name, connection, most, lookup

    def handed_in(self, assignment: str, wanted: Wanted) -> Iterator[Work | Skipped]:
        """See `Platform.handed_in`. A group's work comes once."""
        seen: set[str] = set()
        try:
            for row in self._rows(assignment):
                yield from self._work(assignment, row, seen, wanted)
        except (CanvasException, requests.RequestException, OSError, *MISSHAPEN) as error:
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
        except (CanvasException, requests.RequestException, OSError, *MISSHAPEN) as error:
            return Later(f"Canvas does not take it now: {_fault(error)}")

    def _post(self, grade: Grade, dry_run: bool) -> Outcome:
        if grade.assignment not in self._connection.assignments:
            return Never(f"grader.toml names no assignment of Canvas for {grade.assignment}.")
        with self._course() as course:
            assignment = course.get_assignment(self._connection.assignments[grade.assignment])
            return self._put(grade, assignment, dry_run)

    def _put(self, grade: Grade, assignment: Any, dry_run: bool) -> Outcome:  # noqa: ANN401
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
            change["submission"] = {"posted_grade": digits(score)}
        if dry_run:
            return Done(
                f"would post {'a comment only' if score is None else digits(score)} to user {grade.ids['user']}"
            )
        there.edit(**change)
        return Done()

    def _rows(self, assignment: str) -> Iterator[dict[str, Any]]:
        """The submissions as Canvas writes them: canvasapi's own objects fail for all where one is odd."""
        number = self._connection.assignments[assignment]
        place = f"courses/{self._connection.canvas_course}/assignments/{number}/submissions"
        asked = combine_kwargs(include=["user", "group"])
        with self._course() as course:
            yield from PaginatedList(_as_it_is, course._requester, "GET", place, _kwargs=asked)

    def _work(self, assignment: str, row: dict[str, Any], seen: set[str], wanted: Wanted) -> Iterator[Work | Skipped]:
        """Yield one student's work, if it is wanted, or why it cannot be had."""
        student = f"canvas:{self._name}:?"
        try:
            if not row.get("attempt"):
                return
            student = f"canvas:{self._name}:{int(row['user_id'])}"
            ids = {"connection": self._name, "user": str(int(row["user_id"])), "attempt": str(int(row["attempt"]))}
            if group := (row.get("group") or {}).get("id"):
                ids["group"] = str(int(group))
                student = f"canvas:{self._name}:group-{ids['group']}"
            key = f"{student}:{self._connection.assignments[assignment]}:{ids['attempt']}"
            at = datetime.fromisoformat(row["submitted_at"]) if row.get("submitted_at") else None
            if student in seen:
                return
            seen.add(student)  # wanted or not: the members of a group may count their attempts otherwise
            if not wanted(key, at):
                return
            attached = row.get("attachments") or ()
            if not attached:
                yield Skipped(student, "no_file", "No file was handed in.")
                return
            if attached[0].get("id"):  # by which a page of feedback finds its way back
                ids["attachment"] = str(int(attached[0]["id"]))
            listed = [(file["display_name"], file["url"]) for file in attached]
            name, content = as_one(gathered(listed, self._file, self._most))
            yield Work(key, assignment, student, named(row["user"]["name"]), name, content, at, {"canvas": ids})
        except (PlatformError, *MISSHAPEN) as error:
            yield Skipped(student, "no_download" if isinstance(error, PlatformError) else "misshapen", _fault(error))

    def _file(self, url: str, most: int) -> bytes:
        return download(self._connection.url, url, most, self._lookup)

    @contextlib.contextmanager
    def _course(self) -> Iterator[Course]:
        """The course there. Nothing of it is kept: token and points may have changed when it is asked next."""
        with new_session() as session:
            requester = Requester(self._connection.url, self._connection.secret())
            requester._session = session  # its own waits for ever
            yield Course(requester, {"id": self._connection.canvas_course})


def _as_it_is(_requester: Requester, row: dict[str, Any]) -> dict[str, Any]:
    return row


def _fault(error: Exception) -> str:
    """Say what went wrong; of what is not Canvas's own sentence only the kind, as it may hold an address."""
    if isinstance(error, Unauthorized | InvalidAccessToken):
        return "the token is not accepted."
    if isinstance(error, CanvasException | PlatformError):
        return said(error)
    return f"{type(error).__name__}."
