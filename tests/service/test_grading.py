import threading

import pytest

from grader.service.database import reading
from grader.service.files import Files
from grader.service.grading import Grading
from grader.service.queue.inline import InlineJobs
from grader.service.slots import Slots
from grader.service.store import attempts
from grader.service.words import Task
from tests.conftest import ATTENTION
from tests.service import made


@pytest.fixture
def url(tmp_path) -> str:
    return f"sqlite:///{tmp_path}/service.sqlite"


def test_what_no_process_is_there_for_is_never_said_to_run_and_waits_for_another_worker(database, tmp_path):
    """The process ends over its sandbox, weaker than is asked for: it takes a while to find out, and is no death."""
    files, jobs = Files(tmp_path / "files"), InlineJobs()
    slots = Slots(Task(files=str(files.folder), sandbox="process", require="namespaces", turn=0), 1)
    grading = Grading(database, files, jobs, slots, worker="w", most_deaths=1, folders=lambda: {"attention": ATTENTION})
    one, seen = made.attempt(database), set()

    def look() -> attempts.Attempt:
        with reading(database) as connection:
            return attempts.by_id(connection, one.id)

    thread = threading.Thread(target=grading, args=(one.job,))
    thread.start()
    while not jobs.jobs and thread.is_alive():
        seen.add(look().state)
    grading.stop(0)
    thread.join()
    slots.close()
    assert seen == {"queued"}
    assert (look().state, look().deaths) == ("queued", 0)
    assert jobs.jobs == {f"{one.id}.1": one.priority}
