"""The service from outside, with real processes: stop, cancel, poison, two workers, a database that goes away."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time

import pytest
from sqlalchemy import text

from grader.service.database import reading
from grader.service.hooks.signing import new_secret
from tests.service.hooks import filled
from tests.service.hooks.receiver import hang, receiving
from tests.service.running import RIGHT, SLEEPS, WRONG, Installation, kill, runners_below, wait_for, worker_of

pytestmark = pytest.mark.slow


@pytest.fixture
def installation(tmp_path):
    made = []

    def make(url: str, **config: object) -> Installation:
        made.append(Installation(tmp_path, url, **config))
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.fixture
def sqlite(tmp_path) -> str:
    return f"sqlite:///{tmp_path}/service.sqlite"


def is_(here: Installation, made: str, *states: str) -> bool:
    return here.state(made)["state"] in states


def workers_of(here: Installation) -> int:
    with reading(here.database) as connection:
        return connection.scalar(text("SELECT count(*) FROM workers"))


def test_an_upload_is_graded_cancelled_parked_and_what_runs_is_handed_back_at_the_end(installation, sqlite):
    """One service through all of a life, for starting one costs the most."""
    here = installation(sqlite, workers=1, most_deaths=2, drain_seconds=1)
    serve = here.serve()
    good = here.upload("good", WRONG).json()["id"]
    wait_for(lambda: is_(here, good, "done"))
    assert here.state(good)["result"]["score"] == 50

    cancelled = here.upload("cancelled", SLEEPS).json()["id"]
    wait_for(lambda: is_(here, cancelled, "running"))
    (runner,) = runners_below(worker_of(serve))
    assert here.post(cancelled, "cancel").json()["state"] == "cancelled"
    wait_for(lambda: runner not in runners_below(worker_of(serve)))  # it was really ended
    after = here.upload("after", RIGHT).json()["id"]
    wait_for(lambda: is_(here, after, "done"))
    assert here.state(cancelled)["state"] == "cancelled"

    poison = here.upload("poison", SLEEPS).json()["id"]
    killed: set[int] = set()

    def killing_who_grades_it() -> bool:
        found = set(runners_below(worker_of(serve))) if is_(here, poison, "running") else set()
        for pid in found - killed:
            kill(pid)
        killed.update(found)
        return is_(here, poison, "parked")

    wait_for(killing_who_grades_it)
    assert "ended 2 times" in here.state(poison)["fault"]
    assert here.state(poison)["result"] is None

    last = here.upload("last", SLEEPS).json()["id"]
    wait_for(lambda: is_(here, last, "running"))
    serve.send_signal(signal.SIGTERM)
    assert serve.wait(120) == 0
    with reading(here.database) as connection:
        states = dict(connection.execute(text("SELECT submission_id, state FROM attempts")).all())
        deaths = connection.scalar(text("SELECT deaths FROM attempts WHERE submission_id = :id"), {"id": last})
        assert connection.scalar(text("SELECT count(*) FROM workers")) == 0
    assert (states[last], deaths) == ("queued", 0)

    here.serve()
    wait_for(lambda: is_(here, last, "done"))
    for line in here.log.read_text().splitlines():
        assert "attention.py" not in line
        assert "grade_" not in line


def test_a_receiver_that_hangs_keeps_no_service_from_its_end(installation, sqlite):
    released = threading.Event()
    with receiving(hang(released), new_secret()) as receiver:
        allowed = f'["127.0.0.0/8", "http://127.0.0.1:{receiver.port}"]'
        here = installation(sqlite, drain_seconds=1, callbacks__allow=allowed)
        one = filled.delivery(here.database, receiver.url)
        filled.hook_token(here.database, receiver.secret)
        serve = here.serve("--workers", "0")
        wait_for(lambda: receiver.messages)
        serve.send_signal(signal.SIGTERM)
        assert serve.wait(120) == 0
        released.set()
    told = filled.now_of(here.database, one)
    assert (told.state, told.tries, told.last_error) == ("waiting", 1, None), "it did not wait for what came of it"


def test_a_worker_that_is_killed_for_good_is_replaced_by_the_other(installation, postgres):
    here = installation(postgres.new_database(), drain_seconds=1)
    here.serve("--workers", "0")
    first, second = here.start("worker", "--slots", "1"), here.start("worker", "--slots", "1")
    wait_for(lambda: len(here.said("is ready")) == 2)
    made = [here.upload(f"s{number}", SLEEPS if number < 2 else WRONG).json()["id"] for number in range(12)]
    wait_for(lambda: is_(here, made[0], "running", "done") and is_(here, made[1], "running", "done"))
    for pid in runners_below(first.pid):
        kill(pid)
    first.kill()
    began = time.monotonic()
    wait_for(lambda: all(is_(here, one, "done") for one in made))
    print(f"all done {time.monotonic() - began:.1f} s after the kill")
    assert second.poll() is None
    with reading(here.database) as connection:
        assert connection.scalar(text("SELECT count(*) FROM reports")) == 12
    wait_for(lambda: workers_of(here) == 1)


def test_a_database_whose_connections_are_cut_loses_nothing(installation, postgres):
    here = installation(postgres.new_database())
    here.serve("--workers", "1")
    made = []
    for number in range(8):
        answer = here.upload(f"s{number}", WRONG + b"#%d" % number, key=f"k{number}")
        if answer.status_code != 202:
            answer = here.upload(f"s{number}", WRONG + b"#%d" % number, key=f"k{number}")
        assert answer.status_code == 202
        made.append(answer.json()["id"])
        postgres.cut()
    wait_for(lambda: all(is_(here, one, "done") for one in made))
    with reading(here.database) as connection:
        assert connection.scalar(text("SELECT count(*) FROM reports")) == 8


def test_below_the_required_level_it_does_not_start_and_says_what_to_do(installation, sqlite):
    here = installation(sqlite, require="landlock")
    for command in ("serve", "worker"):
        process = here.start(command, "--sandbox", "process")
        assert process.wait(120) == 5
    assert len(here.said('require = "process" below [service]')) == 2


def test_an_address_that_is_taken_is_said_and_is_a_fault_of_the_machine(installation, sqlite):
    here = installation(sqlite)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert here.start("serve", "--workers", "0", "--port", str(port)).wait(120) == 5
    assert here.said(f"cannot listen on 127.0.0.1:{port}: Address already in use")


def test_without_its_parts_the_service_says_what_to_install(tmp_path):
    (tmp_path / "sitecustomize.py").write_text(
        "import importlib.util as u\nfound = u.find_spec\n"
        "u.find_spec = lambda name, package=None: None if name == 'dbos' else found(name, package)\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "grader", "serve"], capture_output=True, text=True, cwd=tmp_path, timeout=120,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )  # fmt: skip
    assert done.returncode == 5
    assert "pip install 'grader[service]'" in done.stderr


def test_the_command_line_loads_nothing_of_the_service_before_it_is_asked_to(tmp_path):
    script = (
        "import sys, grader.cli\n"
        "heavy = {'fastapi', 'sqlalchemy', 'dbos', 'uvicorn', 'alembic', 'structlog', 'starlette', 'torch'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120)
    assert done.stdout == "[]\n"
