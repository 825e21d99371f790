"""A worker's end with its judge, and with nobody else."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.conftest import ROOT

WORKER = """
import os, sys, time
from grader.worker.lifeline import end_with
end_with(int(sys.argv[1]))
time.sleep(0.2)
{then}
print("there", flush=True)
time.sleep(60)
"""
CLOSES = "os.closerange(3, 100)"


@pytest.fixture
def begun():
    """Start a worker of this judge, whose end of the pipe is the second of what is returned."""
    started = []

    def begin(then):
        ours, theirs = os.pipe()
        argv = [sys.executable, "-c", WORKER.format(then=then), str(ours)]
        worker = subprocess.Popen(argv, stdout=subprocess.PIPE, pass_fds=[ours], cwd=ROOT, start_new_session=True)
        started.append(worker)
        os.close(ours)
        assert worker.stdout.readline() == b"there\n"
        return worker, theirs

    yield begin
    for worker in started:
        worker.kill()
        worker.communicate()


def test_it_ends_when_its_judge_is_gone(begun):
    worker, theirs = begun("")
    os.close(theirs)
    assert worker.wait(60) == -signal.SIGKILL


@pytest.mark.parametrize("then", ["", CLOSES])
def test_a_pause_does_not_end_it_whatever_it_closed(begun, then):
    worker, theirs = begun(then)
    worker.send_signal(signal.SIGSTOP)
    time.sleep(0.1)
    worker.send_signal(signal.SIGCONT)
    with pytest.raises(subprocess.TimeoutExpired):
        worker.wait(1)
    os.close(theirs)


def test_it_ends_with_its_judge_though_it_closed_all_and_was_paused():
    judge = f"""
import os, signal, subprocess, sys, time
ours, theirs = os.pipe()
argv = [sys.executable, "-c", {WORKER.format(then=CLOSES)!r}, str(ours)]
worker = subprocess.Popen(argv, stdout=subprocess.PIPE, pass_fds=[ours], start_new_session=True)
worker.stdout.readline()
os.kill(worker.pid, signal.SIGSTOP)
time.sleep(0.1)
os.kill(worker.pid, signal.SIGCONT)
time.sleep(0.2)
print(worker.pid)
"""
    told = subprocess.run([sys.executable, "-c", judge], cwd=ROOT, stdout=subprocess.PIPE, check=True, timeout=60)
    deadline = time.monotonic() + 30
    while alive(int(told.stdout)):
        assert time.monotonic() < deadline, "it lives on"
        time.sleep(0.1)


def alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
