"""The measured ways of dbos, each with what we do about it."""

import json
import os
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import create_engine, make_url, text

from grader.errors import EnvironmentFaultError
from grader.service.queue.dbos import VERSION, DbosJobs, open_queue
from tests.conftest import ROOT
from tests.service.running import wait_for

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),  # connections that dbos keeps
]


class Worker:
    """A worker in a process of its own."""

    def __init__(self, url: str, file: Path, executor: str = "w-1", ahead: int = 1, seconds: float = 0) -> None:
        self._file = file
        before = len(self.lines("ready"))
        words = [url, executor, str(ahead), str(seconds), str(file)]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.service.queue.working", *words], cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)}, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        wait_for(lambda: len(self.lines("ready")) > before)

    def lines(self, end: str = "") -> list[str]:
        found = self._file.read_text().splitlines() if self._file.exists() else []
        return [line for line in found if line.endswith(end)]

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


@pytest.fixture
def start(url, tmp_path):
    started = []

    def run(**how: object) -> Worker:
        started.append(Worker(url, tmp_path / "done", **how))
        return started[-1]

    yield run
    for worker in started:
        worker.kill()


@pytest.fixture
def jobs(url):
    jobs = DbosJobs(open_queue(url))
    yield jobs
    jobs.close()


def rows(url: str, query: str) -> list[tuple[object, ...]]:
    place = make_url(url)
    postgres = place.get_backend_name() == "postgresql"
    engine = create_engine(place.set(drivername="postgresql+psycopg") if postgres else place)
    with engine.connect() as connection:
        if postgres:
            connection.execute(text("SET search_path TO dbos"))
        found = [tuple(row) for row in connection.execute(text(query))]
    engine.dispose()
    return found


def test_a_job_is_put_in_once_and_done_once_lower_priorities_first(jobs, start, url):
    for job, priority in (("again.0", 9), ("batch.0", 5), ("student.0", 1), ("student.0", 1)):
        jobs.submit(job, priority)
        time.sleep(0.01)
    assert jobs.states(["student.0", "unknown.0"]) == {"student.0": "waiting"}
    worker = start()
    wait_for(lambda: len(worker.lines("done")) == 3)
    assert worker.lines("done") == ["student.0 done", "batch.0 done", "again.0 done"]
    wait_for(lambda: set(jobs.states(["student.0", "batch.0", "again.0"]).values()) == {"ended"})
    jobs.submit("student.0", 1)
    time.sleep(1)
    assert len(worker.lines("done")) == 3
    assert all(priority for (priority,) in rows(url, "SELECT priority FROM workflow_status")), (
        "a job without one goes before all others"
    )


def test_what_is_kept_is_json_of_ids_for_a_version_that_no_edit_changes(jobs, start, url):
    jobs.submit("a.0", 1)
    worker = start()
    wait_for(lambda: worker.lines("done"))
    wait_for(lambda: jobs.states(["a.0"]) == {"a.0": "ended"})
    ((inputs,),) = rows(url, "SELECT inputs FROM workflow_input")
    ((output,),) = rows(url, "SELECT output FROM workflow_output")
    ((kind, version),) = rows(url, "SELECT serialization, application_version FROM workflow_status")
    assert json.loads(inputs) == {"args": ["a.0"], "kwargs": {}}
    assert json.loads(output) is None
    assert kind == "grader-json"
    assert version == VERSION


def test_what_a_killed_worker_held_is_done_when_it_comes_back_under_its_id(jobs, start):
    for number in range(4):
        jobs.submit(f"j{number}.0", 1)
    first = start(ahead=2, seconds=30)
    wait_for(lambda: len(first.lines(".0")) == 2)
    first.kill()
    second = start(ahead=2)
    wait_for(lambda: len(second.lines("done")) == 4)
    assert len(set(second.lines("done"))) == 4


def test_nobody_else_takes_what_a_dead_worker_held_until_it_is_forgotten(jobs, start):
    jobs.submit("held.0", 1)
    first = start(executor="w-1", seconds=30)
    wait_for(lambda: first.lines("held.0"))
    first.kill()
    second = start(executor="w-2")
    jobs.submit("free.0", 1)
    wait_for(lambda: second.lines("free.0 done"))
    assert jobs.states(["held.0"]) == {"held.0": "running"}
    assert jobs.holders() == {"w-1"}
    jobs.forget("w-1")
    assert jobs.states(["held.0"]) == {"held.0": "ended"}
    assert jobs.holders() == set()


def test_two_workers_share_the_jobs_and_do_none_twice(jobs, start):
    workers = [start(executor=f"w-{number}", ahead=2, seconds=0.05) for number in (1, 2)]
    for number in range(20):
        jobs.submit(f"j{number}.0", 5)
    wait_for(lambda: len(workers[0].lines("done")) == 20)
    assert len(set(workers[0].lines(".0"))) == len(workers[0].lines(".0")) == 20


def test_cancel_takes_out_what_waits_but_does_not_end_what_runs(jobs, start):
    """That is why who grades is killed by us."""
    worker = start(seconds=2)
    jobs.submit("runs.0", 1)
    wait_for(lambda: worker.lines("runs.0"))
    jobs.submit("waits.0", 1)
    jobs.cancel("runs.0")
    jobs.cancel("waits.0")
    wait_for(lambda: worker.lines("runs.0 done"))
    time.sleep(1)
    assert not worker.lines("waits.0")


def test_what_ended_is_cleared_by_age_and_what_waits_is_not(jobs, start):
    worker = start()
    jobs.submit("old.0", 1)
    wait_for(lambda: jobs.states(["old.0"]) == {"old.0": "ended"})
    worker.kill()
    jobs.submit("waits.0", 1)
    assert jobs.clear(timedelta(hours=1)) == 0
    assert jobs.clear(timedelta(seconds=-5)) == 1
    assert jobs.states(["old.0", "waits.0"]) == {"waits.0": "waiting"}


def test_the_file_of_the_queue_lets_readers_in_while_somebody_writes(tmp_path):
    engine = open_queue(f"sqlite:///{tmp_path}/queue.sqlite")
    with engine.connect() as connection:
        assert connection.scalar(text("PRAGMA journal_mode")) == "wal"
    engine.dispose()


def test_a_queue_that_cannot_be_reached_is_a_fault_of_the_machine(tmp_path):
    with pytest.raises(EnvironmentFaultError, match="cannot be used"):
        open_queue(f"postgresql://somebody:secret@/nothing?host={tmp_path}")
