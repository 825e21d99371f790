"""What goes out by itself while the service runs, callbacks and grades; and what is fetched from Canvas and Moodle."""

import threading
from collections.abc import Callable, Mapping

import structlog

from grader.service.accepting import Upload, accept
from grader.service.database import reading
from grader.service.hooks.addresses import AllowList
from grader.service.hooks.calling import Caller
from grader.service.hooks.outbox import Outbox
from grader.service.platforms.canvas import Canvas
from grader.service.platforms.grades import Grades
from grader.service.platforms.handed import PlatformError, Work, fetch
from grader.service.platforms.lti.keys import Keys
from grader.service.platforms.lti.scores import Scores
from grader.service.platforms.moodle import Moodle
from grader.service.platforms.sending import GradeSender
from grader.service.queue.port import BATCH
from grader.service.service import Service
from grader.service.store import courses, submissions
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
        platforms: list[tuple[str, Canvas | Moodle]] = [*self.canvas.items(), *self.moodle.items()]
        for name, platform in platforms:
            with reading(self._service.database) as database:
                course = courses.by_name(database, platform.course)
            if course is None:
                _log.error("a connection is of no course of ours", connection=name)
                continue
            for assignment in platform.assignments:
                try:
                    skipped = fetch(platform, assignment, self._knows(course.id), self._taking(course.id))
                except PlatformError as error:
                    _log.warning("no work could be fetched", connection=name, assignment=assignment, why=str(error))
                    continue
                _log.info("fetched", connection=name, assignment=assignment, skipped=len(skipped))

    def _knows(self, course_id: str) -> Callable[[str], bool]:
        def known(key: str) -> bool:
            with reading(self._service.database) as connection:
                return submissions.by_idempotency_key(connection, course_id, key) is not None

        return known

    def _taking(self, course_id: str) -> Callable[[Work], None]:
        def take(work: Work) -> None:
            upload = Upload(
                name=work.name, data=work.content, assignment=work.assignment, student_key=work.student_key,
                student_name=work.student_name, idempotency_key=work.key, ids=work.ids, priority=BATCH,
                submitted_at=work.submitted_at,
            )  # fmt: skip
            accept(self._service, course_id, upload)

        return take


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
