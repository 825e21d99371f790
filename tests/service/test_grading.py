import os
import shutil
import threading

import pytest

from grader.service import grading as module
from grader.service.columns import now
from grader.service.database import reading, writing
from grader.service.files import Files
from grader.service.grading import Grading
from grader.service.queue.inline import InlineJobs
from grader.service.slots import Slots
from grader.service.store import attempts
from grader.service.words import Task
from tests.conftest import ATTENTION
from tests.service import made
from tests.service.running import RIGHT, runners_below


@pytest.fixture
def url(tmp_path) -> str:
    return f"sqlite:///{tmp_path}/service.sqlite"


@pytest.fixture
def files(tmp_path) -> Files:
    return Files(tmp_path / "files")


@pytest.fixture
def labs(tmp_path):
    """Two assignments, of which one can be broken."""
    folders = {name: tmp_path / name for name in ("attention", "other")}
    for folder in folders.values():
        shutil.copytree(ATTENTION, folder)
    return folders


@pytest.fixture
def worker(database, files, labs, monkeypatch):
    """A worker with one process, which parks what ended badly three times."""
    monkeypatch.setattr(module, "_PAUSE_SECONDS", 0.0)
    slots = Slots(Task(files=str(files.folder), sandbox="auto", require="process", turn=0), 1)
    grades = Grading(database, files, InlineJobs(), slots, worker="w", most_deaths=3, folders=lambda: labs)

    def grade(one: attempts.Attempt) -> attempts.Attempt:
        grades(one.job)
        with reading(database) as connection:
            return attempts.by_id(connection, one.id)

    yield grade
    slots.close()


def handed_in(database, sha256: str, student: str, assignment: str = "attention") -> attempts.Attempt:
    one = made.submission(database, student, assignment=assignment, source_sha256=sha256)
    with writing(database) as connection:
        return attempts.add(connection, one.id, kind="first", priority=1, seed=7)


@pytest.mark.parametrize("broken", ["half saved", "an unknown kind", "gone"])
def test_a_broken_assignment_lets_its_work_rest_until_it_is_repaired_and_costs_others_no_process(
    database, files, labs, worker, broken
):
    sha256 = files.put(RIGHT)
    assert worker(handed_in(database, sha256, "before")).state == "done"
    process = runners_below(os.getpid())
    manifest = labs["other"] / "assignment.toml"
    whole = manifest.read_text()
    if broken == "half saved":
        manifest.write_text(whole[: whole.rindex('"')])
    elif broken == "an unknown kind":
        manifest.write_text(whole.replace('kind = "shapes"', 'kind = "nope"'))
    else:
        folder = labs.pop("other")
    waits = worker(handed_in(database, sha256, "waits", "other"))
    assert (waits.state, waits.deaths, waits.rests(now())) == ("queued", 1, True)
    assert "other" in waits.fault
    assert worker(handed_in(database, sha256, "after")).state == "done"
    assert runners_below(os.getpid()) == process
    manifest.write_text(whole)
    if broken == "gone":
        labs["other"] = folder
    assert worker(waits).state == "done"


def test_work_of_an_assignment_that_nobody_repairs_is_parked_with_what_is_wrong(database, files, labs, worker):
    (labs["other"] / "assignment.toml").write_text("[")
    one = handed_in(database, files.put(RIGHT), "s1", "other")
    states = [(one := worker(one)).state for _ in range(3)]
    assert states == ["queued", "queued", "parked"]
    assert "is not TOML" in one.fault


@pytest.mark.slow
def test_a_fault_of_the_machine_counts_against_work_only_where_others_are_graded_meanwhile(database, files, worker):
    good, gone = files.put(RIGHT), files.put(b"what the disk has lost")
    files.path(gone).unlink()
    one = handed_in(database, gone, "s1")
    one = worker(one)
    assert (one.state, one.deaths, one.rests(now())) == ("queued", 0, True)
    assert worker(handed_in(database, good, "s2")).state == "done"
    deaths = [(one := worker(one)).deaths for _ in range(2)]
    assert deaths == [1, 1]


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
