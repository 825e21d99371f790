"""Scores by the Assignment and Grade Services. Source: https://www.imsglobal.org/spec/lti-ags/v2p0."""

import time
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final

import requests
from pylti1p3.assignments_grades import AssignmentsGradesService
from pylti1p3.exception import LtiException, LtiServiceException
from pylti1p3.grade import Grade as LtiGrade
from pylti1p3.service_connector import ServiceConnector

from grader.service.hooks.outcome import Done, Later, Never, Outcome
from grader.service.platforms.connections import LtiConnection
from grader.service.platforms.grades import Grade
from grader.service.platforms.handed import said
from grader.service.platforms.lti.keys import Keys
from grader.service.platforms.lti.launched import SCORE
from grader.service.platforms.lti.tool import may_take_scores, registration
from grader.service.platforms.sessions import new_session

_CANVAS: Final = "https://canvas.instructure.com/lti/submission"  # a key that other platforms pass over
_EARLY: Final = 60.0  # seconds before its end that a token is not used any more
_FINAL: Final = (400, 404, 405, 410, 422)
_NEWER: Final = 409  # the platform has a score with a later time
#: What pylti1p3 raises where an answer is none, or another than was asked for.
_TROUBLE: Final = (LtiException, requests.RequestException, ValueError, TypeError, KeyError)


class _NoTokenError(Exception):
    """The platform gives no token, whatever it says about that: nothing was said of a score yet."""


class _Connector(ServiceConnector):
    """Keeps the platform's token until shortly before its end."""

    def __init__(self, *given: Any) -> None:  # noqa: ANN401
        super().__init__(*given)
        self.tokens: dict[str, tuple[str, float]] = {}

    def get_access_token(self, scopes: Sequence[str]) -> str:
        """Return a token; raise `_NoTokenError`."""
        try:
            return super().get_access_token(scopes)
        except _TROUBLE as error:
            raise _NoTokenError(type(error).__name__) from error

    def _get_cached_access_token(self, scope_key: str) -> str | None:
        token, until = self.tokens.get(scope_key, ("", 0.0))
        return token if time.monotonic() < until else None

    def _cache_access_token(self, scope_key: str, access_token: str, expires_in: float) -> None:
        self.tokens[scope_key] = (access_token, time.monotonic() + float(expires_in) - _EARLY)


class Scores:
    """The gradebook behind one LTI connection.

    A repeat bears the time of the grading, as the first try did, so that it replaces nothing that is newer.
    """

    def __init__(self, connection: LtiConnection, keys: Keys) -> None:
        self.course = connection.course
        self._connection = connection
        self._connector = _Connector(registration(connection, keys), new_session())

    def post(self, grade: Grade, *, dry_run: bool) -> Outcome:
        """Put a score and its comment there. There is no asking beforehand: a dry run tells what it knows."""
        place, user = grade.ids.get("lineitem", ""), grade.ids.get("user", "")
        if not place or not user:
            return Done("Not posted: the platform gave no place for scores.")
        if not may_take_scores(self._connection, place):
            return Never(f"Scores may not go to {said(place)}; hosts of the connection does not name it.")
        if dry_run:
            return Done(f"would post {'a comment only' if grade.score is None else f'{grade.score:g}'}")
        service = AssignmentsGradesService(self._connector, {"scope": [SCORE], "lineitem": place})
        try:
            service.put_grade(_said_to_a_platform(grade, user))
        except _NoTokenError as error:
            return Later(f"The platform gives no token now ({error}).")
        except LtiServiceException as error:
            return self._refused(error.response.status_code)
        except requests.JSONDecodeError as error:  # of what follows a success; nobody asked for it
            is_page = error.doc.lstrip().startswith("<")  # of something before the platform: to sign in, or closed
            return Later("The platform answers with a page, not as a gradebook.") if is_page else Done()
        except _TROUBLE as error:
            return Later(f"The platform does not take it now ({type(error).__name__}).")
        return Done()

    def _refused(self, status: int) -> Outcome:
        if status == _NEWER:
            return Done("Not posted: the platform has a newer score.")
        if status in _FINAL:
            return Never(f"The platform does not take it: it answers {status}.")
        self._connector.tokens.clear()  # it may be the token that it does not like
        return Later(f"The platform does not take it now: it answers {status}.")


def _said_to_a_platform(grade: Grade, user: str) -> LtiGrade:
    told = LtiGrade().set_user_id(user).set_comment(grade.comment).set_timestamp(_time(grade.graded_at))
    told.set_activity_progress("Completed").set_grading_progress("FullyGraded")
    if grade.score is None:
        told.set_grading_progress("Failed")
    else:
        told.set_score_given(grade.score).set_score_maximum(grade.max_score)
    work: dict[str, object] = {"new_submission": False}  # a repeat must not use up an attempt of the student
    if grade.fresh:
        work = {
            "new_submission": True,
            "submission_type": "basic_lti_launch",
            "submission_data": grade.page,
            "submitted_at": _time(grade.submitted_at),
        }
    return told.set_extra_claims({_CANVAS: work})


def _time(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
