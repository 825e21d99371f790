"""An upload is checked, kept on the disk, written down, and only then acknowledged."""

from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import PurePosixPath
from typing import Final, NamedTuple

import structlog
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from grader.assignment import Assignment
from grader.errors import AssignmentError
from grader.service.columns import new_id, now
from grader.service.database import alone, reading, writing
from grader.service.hooks.addresses import AllowList
from grader.service.hooks.destination import AddressRefusedError
from grader.service.queue.port import STUDENT
from grader.service.refused import RefusedError, no_room
from grader.service.seeds import new_seed
from grader.service.service import Service
from grader.service.store import attempts, launches, submissions
from grader.service.store.attempts import Attempt
from grader.service.store.submissions import Ids, Submission

_log = structlog.get_logger()

KINDS: Final = (".py", ".ipynb", ".zip")
_LONGEST_TEXT: Final = 255
_LATER: Final = {"Retry-After": "30"}  # seconds
_MOST_RACES: Final = 20  # uploads of one student at a time


@dataclass(frozen=True)
class Upload:
    """What came. Names are a student's: text to show, and nothing else."""

    name: str
    data: bytes
    assignment: str
    student_key: str
    student_name: str = ""
    idempotency_key: str | None = None
    callback_url: str | None = None
    ids: Ids = field(default_factory=dict)
    priority: int = STUDENT
    submitted_at: datetime | None = None  # at the platform that it came from; None: now


class Accepted(NamedTuple):
    """What was written down; `new` is False if it came before with the same idempotency key."""

    submission: Submission
    attempt: Attempt
    new: bool


def accept(service: Service, course_id: str, upload: Upload) -> Accepted:
    """Take an upload; when this returns it will be graded, whatever is killed.

    Raises `RefusedError` with what to do instead.
    """
    upload = _clean(upload)
    try:
        assignment = service.assignment(upload.assignment)
    except AssignmentError as error:
        _log.error("an assignment is broken", assignment=upload.assignment, why=str(error))
        raise RefusedError(503, "broken_assignment", "This assignment is being repaired. Try later.", _LATER) from error
    if assignment is None:
        raise RefusedError(404, "unknown_assignment", f"There is no assignment {upload.assignment!r}.")
    if assignment.manifest.fresh:
        raise RefusedError(
            409, "numbers_of_their_own",
            f"Each student has other numbers in {assignment.manifest.title}, which this service cannot tell. "
            "Hand in where the course collects it.",
        )  # fmt: skip
    if PurePosixPath(upload.name).suffix.lower() not in KINDS:
        entry = assignment.manifest.submission.entry
        raise RefusedError(
            415, "unsupported_type", f"Hand in {entry}, a notebook (.ipynb) or a zip; the name of the file tells which."
        )
    if upload.callback_url is not None:
        _insist_on_permission(service, upload.callback_url)
    at = upload.submitted_at or now()
    with reading(service.database) as connection:
        if known := _known(connection, course_id, upload):
            return _same(known, upload, service)
        _insist_on_time(assignment, at)
        _insist_on_room(service, connection, course_id, upload)  # before anything is kept of it
    try:
        sha256 = service.files.put(upload.data)
    except OSError as error:
        raise no_room(error) from error
    accepted = _written(service, course_id, upload, assignment, sha256, at)
    if accepted.new:
        give_job(service, accepted.attempt)
    return accepted


def give_job(service: Service, attempt: Attempt) -> None:
    """Put an attempt into the queue. If that fails the reaper does it: the tables say that it waits."""
    try:
        service.jobs.submit(attempt.job, attempt.priority)
    except Exception as error:  # whatever it is, the upload is taken
        _log.warning("not in the queue yet", attempt=attempt.id, why=type(error).__name__)


def _clean(upload: Upload) -> Upload:
    """Make texts what both databases can hold: no zero byte, no half characters, not longer than anyone reads."""

    def text(value: str) -> str:
        return value.replace("\0", "").encode("utf-8", "replace").decode()

    for what in (upload.name, upload.student_name, upload.student_key, upload.idempotency_key or ""):
        if len(what) > _LONGEST_TEXT:
            raise RefusedError(422, "too_long", f"Names and keys have {_LONGEST_TEXT} characters at most.")
    if not text(upload.student_key).strip():
        raise RefusedError(422, "no_student", "Say whose submission it is: student is empty.")
    return replace(
        upload,
        name=text(upload.name),
        student_key=text(upload.student_key),
        student_name=text(upload.student_name),
        idempotency_key=None if upload.idempotency_key is None else text(upload.idempotency_key),
    )


def _insist_on_permission(service: Service, url: str) -> None:
    try:
        AllowList(service.config.callbacks.allow).permit(url)
    except AddressRefusedError as error:
        raise RefusedError(422, "callback_refused", str(error)) from error


def _known(connection: Connection, course_id: str, upload: Upload) -> Accepted | None:
    if upload.idempotency_key is None:
        return None
    submission = submissions.by_idempotency_key(connection, course_id, upload.idempotency_key)
    if submission is None:
        return None
    first = attempts.of_submission(connection, submission.id)[-1]
    return Accepted(submission, first, new=False)


def _same(known: Accepted, upload: Upload, service: Service) -> Accepted:
    """Return what came before with this key; refuse the key for anything else."""
    old = known.submission
    same = (old.assignment, old.student_key, old.source_sha256) == (
        upload.assignment, upload.student_key, service.files.digest(upload.data)
    )  # fmt: skip
    if not same:
        raise RefusedError(409, "key_in_use", "This idempotency key came with another submission before.")
    return known


def _insist_on_time(assignment: Assignment, at: datetime) -> None:
    closes = assignment.manifest.hand_in.closes
    if closes is not None and at > closes:
        raise RefusedError(403, "closed", f"{assignment.manifest.title} was closed at {closes.isoformat()}.")


def _insist_on_room(service: Service, connection: Connection, course_id: str, upload: Upload) -> None:
    if attempts.waiting_first(connection) >= service.config.queue_limit:
        raise RefusedError(429, "queue_full", "Too much is waiting to be graded. Send it again later.", _LATER)
    mine = attempts.waiting_of_student(connection, course_id, upload.student_key)
    if mine >= service.config.student_queue_limit:
        raise RefusedError(429, "student_queue_full", f"{mine} submissions of this student wait already.", _LATER)


def _written(
    service: Service, course_id: str, upload: Upload, assignment: Assignment, sha256: str, at: datetime
) -> Accepted:
    rules = assignment.manifest.hand_in
    for _ in range(_MOST_RACES):
        with writing(service.database) as connection:
            alone(connection, "upload", course_id, upload.student_key)
            if known := _known(connection, course_id, upload):
                return _same(known, upload, service)
            _insist_on_room(service, connection, course_id, upload)  # others may have come meanwhile
            number = 1 + submissions.highest_number(connection, course_id, upload.assignment, upload.student_key)
            if rules.attempts is not None and number > rules.attempts:
                raise RefusedError(403, "no_attempts_left", f"All {rules.attempts} attempts are used.")
            back = launches.ids_of(connection, course_id, upload.assignment, upload.student_key)
            submission = Submission(
                id=new_id(), course_id=course_id, assignment=upload.assignment, student_key=upload.student_key,
                student_name=upload.student_name, name=upload.name, source_sha256=sha256, size=len(upload.data),
                idempotency_key=upload.idempotency_key, number=number, late_seconds=rules.late_seconds(at),
                received_at=at, callback_url=upload.callback_url, ids={**back, **upload.ids},
            )  # fmt: skip
            try:
                with connection.begin_nested():
                    submissions.add(connection, submission)
            except IntegrityError:  # another upload of this student, or with this key, was faster
                continue
            attempt = attempts.add(connection, submission.id, kind="first", priority=upload.priority, seed=new_seed())
        return Accepted(submission, attempt, new=True)
    raise RefusedError(429, "busy", "Too many uploads of this student at a time.", {"Retry-After": "1"})
