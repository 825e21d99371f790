import threading
from collections.abc import Iterator

import pytest
from sqlalchemy import event

from grader.service.database import reading, writing
from grader.service.files import Files
from grader.service.grading import Grading
from grader.service.queue.heartbeat import Heartbeat
from grader.service.queue.inline import InlineJobs
from grader.service.slots import DiedError
from grader.service.store import attempts, workers
from tests.conftest import ATTENTION
from tests.service import made


class Place:
    """In the place of the processes that grade: one grading, which goes on until it is killed."""

    def __init__(self) -> None:
        self.began, self.killed = threading.Event(), threading.Event()
        self._lease = ""

    def take(self) -> "Place":
        return self

    def give_back(self, _slot: "Place") -> None:
        pass

    def warm(self) -> None:
        pass

    def grade(self, _order: object, lease: str) -> None:
        self._lease = lease
        self.began.set()
        assert self.killed.wait(60)
        raise DiedError("signal 9")

    def kill(self, lease: str) -> bool:
        if lease != self._lease:
            return False
        self.killed.set()
        return True


class Worker:
    """One that grades an attempt in a thread of its own, and stands still before it takes it until it `may_take`."""

    def __init__(self, database, folder) -> None:
        self.attempt, self.place, self.jobs = made.attempt(database), Place(), InlineJobs()
        self.grading = Grading(
            database, Files(folder), self.jobs, self.place,
            worker="w", most_deaths=5, folders=lambda: {"attention": ATTENTION},
        )  # fmt: skip
        self.beat = Heartbeat(
            database, self.jobs, self.grading,
            worker="w", enter=lambda: None, kill=self.place.kill, most_deaths=5,
        )  # fmt: skip
        self.takes, self.may_take = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self.grading, args=(self.attempt.job,))
        event.listen(database, "checkout", self._stand_still)
        with writing(database) as connection:
            workers.enter(connection, "w", host="h", level="landlock", slots=1)
        self._thread.start()
        assert self.takes.wait(60)

    def _stand_still(self, *_: object) -> None:
        if threading.current_thread() is self._thread:
            self.takes.set()
            self.may_take.wait(60)

    def end(self) -> None:
        self.may_take.set()
        self.place.killed.set()
        self._thread.join()


@pytest.fixture
def worker(database, tmp_path) -> Iterator[Worker]:
    one = Worker(database, tmp_path / "files")
    yield one
    one.end()


def look(database, one):
    with reading(database) as connection:
        return attempts.by_id(connection, one.id)


def test_what_is_taken_after_the_beat_looked_is_not_taken_for_lost(database, worker):
    """The beat has read the tables; the attempt is taken, and its grading begins; and then the beat goes on."""

    def looked(*_: object) -> None:
        if threading.current_thread() is threading.main_thread():
            worker.may_take.set()
            worker.place.began.wait(60)

    event.listen(database, "checkin", looked)
    worker.beat()
    assert worker.place.began.is_set()
    assert not worker.place.killed.is_set()
    assert look(database, worker.attempt).state == "running"
    worker.beat()
    assert not worker.place.killed.is_set()


def test_what_is_being_taken_is_neither_killed_nor_put_back(database, worker):
    worker.beat()
    assert look(database, worker.attempt) == worker.attempt
    worker.may_take.set()
    worker.place.began.wait(60)
    worker.beat()
    assert (look(database, worker.attempt).state, worker.place.killed.is_set()) == ("running", False)


def test_what_was_cancelled_is_killed_by_the_next_beat(database, worker):
    worker.may_take.set()
    worker.place.began.wait(60)
    with writing(database) as connection:
        attempts.cancel(connection, worker.attempt.id)
    worker.beat()
    assert worker.place.killed.is_set()


def test_what_the_tables_say_and_nobody_here_knows_of_is_put_back(database, worker):
    lost = made.attempt(database, "lost")
    with writing(database) as connection:
        attempts.take(connection, lost.id, 0, "w", "a lease that was forgotten")
    worker.beat()
    back = look(database, lost)
    assert (back.state, back.deaths) == ("queued", 1)
    assert worker.jobs.jobs == {back.job: back.priority}
