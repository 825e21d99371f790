"""The fork server: survives its workers, is replaced when it dies, and leaves nothing behind."""

import contextlib
import itertools
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from grader import wire
from grader.errors import EnvironmentFaultError
from grader.sandbox import forkserver
from grader.sandbox.footprint import private_bytes
from grader.sandbox.forkserver import ForkLauncher
from grader.sandbox.levels import LEVELS, missing
from grader.sandbox.life import End, LifeEndedError
from grader.sandbox.runtime import Runtime
from tests.conftest import ROOT

pytestmark = pytest.mark.slow


@pytest.fixture
def launcher():
    with ForkLauncher() as launcher:
        yield launcher


def ready(life):
    _, message = wire.decode(life.receive(60), wire.FROM_WORKER)
    return isinstance(message, wire.Ready)


def running(pid):
    """Whether a process runs. One whose parent died may stay a zombie until somebody reaps it."""
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return False
        if state == "Z":
            return False
        time.sleep(0.01)
    return True


def test_lives_come_from_one_host(launcher):
    lives = [launcher.start() for _ in range(3)]
    assert all(ready(life) for life in lives)
    assert launcher._host.forks == 3
    assert len({life._process.pid for life in lives}) == 3


def test_a_host_that_was_killed_is_replaced(launcher):
    assert ready(launcher.start())
    os.kill(launcher._host._process.pid, signal.SIGKILL)
    assert ready(launcher.start())


def test_a_host_that_hangs_is_replaced(launcher, monkeypatch):
    monkeypatch.setattr(forkserver, "FORK_SECONDS", 0.5)
    assert ready(launcher.start())
    os.kill(launcher._host._process.pid, signal.SIGSTOP)
    assert ready(launcher.start())


def test_a_life_outlives_nothing_when_its_host_dies(launcher):
    life = launcher.start()
    assert ready(life)
    os.kill(launcher._host._process.pid, signal.SIGKILL)
    life.end()
    assert not running(life._process.pid)


def test_a_host_is_replaced_after_its_forks(launcher, monkeypatch):
    monkeypatch.setattr(forkserver, "MOST_FORKS", 2)
    pids = set()
    for _ in range(4):
        life = launcher.start()
        assert ready(life)
        pids.add(launcher._host._process.pid)
        life.end()
    assert len(pids) == 2


def hosts_of_three_lives(launcher):
    pids = []
    for _ in range(3):
        life = launcher.start()
        assert ready(life)
        pids.append(launcher._host._process.pid)
        life.end()
    return pids


def test_a_host_that_has_grown_is_replaced_and_one_that_has_not_stays(launcher, monkeypatch):
    assert len(set(hosts_of_three_lives(launcher))) == 1
    monkeypatch.setattr(forkserver, "MOST_GROWTH", -(64 << 20))  # as if it had been smaller at its start
    assert len(set(hosts_of_three_lives(launcher))) == 3


def test_where_memory_cannot_be_seen_no_host_is_replaced_for_it(launcher, monkeypatch):
    monkeypatch.setattr(forkserver, "private_bytes", lambda process: 0)
    assert len(set(hosts_of_three_lives(launcher))) == 1


@pytest.mark.parametrize("level", LEVELS)
def test_forks_do_not_make_a_host_grow(level):
    if missing(level):
        pytest.skip(missing(level))
    with ForkLauncher(level) as launcher:
        for _ in range(5):  # it lays its memory out in the first of them
            launcher.start().end()
        before = private_bytes(launcher._host._process.pid)
        for _ in range(50):
            launcher.start().end()
        assert before > 10 << 20
        assert private_bytes(launcher._host._process.pid) - before < 1 << 20


JUDGE = r"""
import os, signal, sys, time
from grader import wire
from grader.sandbox.forkserver import ForkLauncher
from grader.sandbox.process import ProcessLauncher
launcher = ForkLauncher(sys.argv[1]) if sys.argv[1] != "plain" else ProcessLauncher()
life = launcher.start()
life.receive(60)
source = b"import time\ntime.sleep(600)\n"
life.send(wire.encode(wire.Load("m", "m.py", (("m.py", source),), ()), 0), 10)
time.sleep(0.3)
print(launcher._runtime.folder, flush=True)
time.sleep(600)
"""


def using(folder):
    """Ids of the processes that have the folder in their command line: forked ones have their host's."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                if os.fsencode(folder) in (entry / "cmdline").read_bytes():
                    found.append(int(entry.name))
    return found


@pytest.mark.parametrize(("level", "host_first"), [("plain", False), *itertools.product(LEVELS, [False, True])])
def test_nothing_outlives_a_judge_that_was_killed(level, host_first):
    if level != "plain" and missing(level):
        pytest.skip(missing(level))
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, "-c", JUDGE, level], env=environment, stdout=subprocess.PIPE, text=True
    ) as judge:
        folder = judge.stdout.readline().strip()
        assert os.path.isdir(folder)
        workers = using(folder)
        assert len(workers) == {"plain": 1, "namespaces": 3}.get(level, 2)
        if host_first:
            os.kill(min(workers), signal.SIGKILL)
        judge.kill()
    assert not [pid for pid in workers if running(pid)]
    Runtime().close()
    assert not os.path.exists(folder)


def test_the_status_of_a_killed_worker_is_known(launcher):
    life = launcher.start()
    assert ready(life)
    os.kill(life._process.pid, signal.SIGKILL)
    with pytest.raises(LifeEndedError) as ended:
        life.receive(20)
    assert (ended.value.end, ended.value.number) == (End.SIGNALLED, signal.SIGKILL)


def test_no_zombie_and_no_descriptor_is_left_after_many_lives(launcher):
    launcher.start().end()
    before = len(os.listdir("/proc/self/fd"))
    pids = []
    for _ in range(30):
        life = launcher.start()
        pids.append(life._process.pid)
        life.end()
    assert len(os.listdir("/proc/self/fd")) == before
    assert not [pid for pid in pids if os.path.exists(f"/proc/{pid}")]
    host = launcher._host._process.pid
    assert len(os.listdir(f"/proc/{host}/fd")) < 20


def test_a_machine_without_torch_is_told_so(launcher, monkeypatch):
    monkeypatch.setattr(forkserver, "package_folders", list)
    with pytest.raises(EnvironmentFaultError, match="torch"):
        launcher.start()


def test_closing_ends_the_host_and_what_still_runs():
    threads = threading.active_count()
    with ForkLauncher() as launcher:
        life = launcher.start()
        assert ready(life)
        pids = [launcher._host._process.pid, life._process.pid]
    assert not [pid for pid in pids if os.path.exists(f"/proc/{pid}")]
    assert threading.active_count() == threads
