"""What goes out by itself while the service runs, callbacks and grades; and what is fetched from Canvas and Moodle."""

import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta

import structlog

from grader.service.accepting import Upload, accept
from grader.service.columns import now
from grader.service.database import reading, writing
from grader.service.hooks.addresses import AllowList
from grader.service.hooks.calling import Caller
from grader.service.hooks.outbox import Outbox
from grader.service.platforms.canvas import Canvas
from grader.service.platforms.grades import Grades
from grader.service.platforms.handed import PlatformError, Skipped, Work, fetch
from grader.service.platforms.lti.keys import Keys
from grader.service.platforms.lti.scores import Scores
from grader.service.platforms.moodle import Moodle
from grader.service.platforms.sending import GradeSender
from grader.service.queue.port import BATCH
from grader.service.service import Service
from grader.service.store import ageing, audit, courses, submissions
from grader.service.ticking import Ticking

_MEGABYTE = 1024 * 1024
_log = structlog.get_logger()


class Delivering:
    """The outbox and the polling of a service, each in a thread."""

    def __init__(self, service: Service) -> None:
        self._service, self._stop = service, threading.Event()
        config = service.config
        most = config.max_upload_mb * _MEGABYTE
        self.canvas = {name: Canvas(name, one, most=most) for name, one in config.canvas.items()}
        self.moodle = {name: Moodle(name, one, most=most) for name, one in config.moodle.items()}
        self.outbox = _outbox(service, self.canvas, self.moodle)
        self._told: dict[tuple[str, str], set[tuple[str, str]]] = {}  # by connection and assignment, what was skipped
        self._sending = threading.Thread(target=self.outbox.run, args=(self._stop,), daemon=True)
        self._polling = Ticking("fetching work", self.poll, config.poll_seconds)

    def start(self) -> None:
        """Begin."""
        self._sending.start()
        self._polling.start()

    def stop(self, seconds: float) -> None:
        """End, after what is being sent; what is not done within `seconds` is sent again by the next."""
        self._stop.set()
        self._polling.stop()
        self._sending.join(seconds)

    def poll(self) -> None:
        """Take all new work from Canvas and Moodle. One platform or student that is in trouble stops no other."""
        platforms: dict[str, Canvas | Moodle] = {f"canvas {name}": one for name, one in self.canvas.items()}
        platforms |= {f"moodle {name}": one for name, one in self.moodle.items()}
        for name, platform in platforms.items():
            with reading(self._service.database) as database:
                course = courses.by_name(database, platform.course)
            if course is None:
                _log.error("a connection is of no course of ours", connection=name)
                continue
            for assignment in platform.assignments:
                try:
                    self._fetch(name, platform, course.id, assignment)
                except Exception as error:  # whatever it is, it is about this assignment
                    why = str(error) if isinstance(error, PlatformError) else type(error).__name__
                    _log.warning("no work could be fetched", connection=name, assignment=assignment, why=why)

    def _fetch(self, name: str, platform: Canvas | Moodle, course_id: str, assignment: str) -> None:
        wanted = _Wanted(self._service, course_id)
        skipped = fetch(platform, assignment, wanted, self._taking(course_id))
        _log.info("fetched", connection=name, assignment=assignment, skipped=len(skipped), old=wanted.old)
        self._tell(name, assignment, skipped)

    def _tell(self, name: str, assignment: str, skipped: Iterable[Skipped]) -> None:
        """Tell what was skipped once, not at each poll: each student in the log, their number to the operator."""
        found = {(one.student_key, one.code) for one in skipped}
        new = found - self._told.get((name, assignment), set())
        self._told[name, assignment] = found
        for student, code in sorted(new):
            _log.warning("not taken", connection=name, assignment=assignment, student=student, code=code)
        if new:
            counts = ", ".join(f"{code}: {count}" for code, count in sorted(Counter(code for _, code in found).items()))
            with writing(self._service.database) as connection:
                audit.record(connection, "service", "not taken", f"{name} {assignment}", counts)

    def _taking(self, course_id: str) -> Callable[[Work], None]:
        def take(work: Work) -> None:
            upload = Upload(
                name=work.name, data=work.content, assignment=work.assignment, student_key=work.student_key,
                student_name=work.student_name, idempotency_key=work.key, ids=work.ids, priority=BATCH,
                submitted_at=work.submitted_at,
            )  # fmt: skip
            accept(self._service, course_id, upload)

        return take


class _Wanted:
    """Says of work whether it is to be had. `old` counts what retention would remove as soon as it was here."""

    def __init__(self, service: Service, course_id: str) -> None:
        self._database, self._course_id, self.old = service.database, course_id, 0
        days = service.config.retention_days
        self._oldest = now() - timedelta(days=days) if days else None

    def __call__(self, key: str, at: datetime | None) -> bool:
        """Say it of the work with this key that was handed in at this time."""
        if self._oldest is not None and at is not None and at < self._oldest:
            self.old += 1
            return False
        with reading(self._database) as connection:
            here = submissions.by_idempotency_key(connection, self._course_id, key) is not None
            return not here and not ageing.is_forgotten(connection, self._course_id, key)


def _outbox(service: Service, canvas: Mapping[str, Canvas], moodle: Mapping[str, Moodle]) -> Outbox:
    config = service.config
    keys = Keys(config.data / "keys") if config.lti else None
    grades = Grades(service)
    allowed = AllowList(config.callbacks.allow)
    return Outbox(
        service.database,
        {
            "callback": Caller(
                service.database, allowed, config.public_url, service.counted, late_seconds=service.late_seconds
            ),
            "canvas": GradeSender(grades, canvas),
            "moodle": GradeSender(grades, moodle),
            "lti": GradeSender(grades, {name: Scores(one, keys) for name, one in config.lti.items() if keys}),
        },
    )
