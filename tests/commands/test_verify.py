"""`grade verify` and `grade new` as a script meets them: words, two streams, an exit code."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.conftest import ROOT

PATIENCE = 600


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A working folder with a new lab in it."""
    folder = tmp_path_factory.mktemp("here")
    assert grade(folder, "new", "my-lab").returncode == 0
    return folder


def grade(folder, *words):
    env = {name: value for name, value in os.environ.items() if not name.startswith("GRADER_")}
    return subprocess.run(
        [sys.executable, "-m", "grader", *map(str, words)],
        cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False, env={**env, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip


def test_a_proven_rubric_ends_with_0_in_json_and_as_a_page(folder):
    done = grade(folder, "verify", "my-lab", "--seeds", 2, "--jobs", 2, "--format", "json", "--html", "proof.html")
    assert done.returncode == 0, done.stderr
    (proof,) = json.loads(done.stdout)
    assert proof["problems"] == []
    assert proof["threads"] == [1, 4]
    assert {row["runs"] for row in proof["rows"]} == {2}
    assert "The rubric is proven." in (folder / "proof.html").read_text()


def test_a_rubric_that_is_not_proven_ends_with_4(folder):
    manifest = folder / "my-lab" / "assignment.toml"
    text = manifest.read_text()
    manifest.write_text(text.replace('rounded = { fails = ["numbers"] }', 'rounded = { fails = ["shapes"] }'))
    try:
        done = grade(folder, "verify", "my-lab", "--quick")
    finally:
        manifest.write_text(text)
    assert done.returncode == 4
    assert done.stdout.splitlines()[0] == "my-lab 0.1.0: not proven, 2 problems"
    assert done.stderr.splitlines()[-1] == "grade: Not proven: my-lab."


def test_an_interrupt_ends_it_with_130_and_leaves_no_process(folder):
    """As Ctrl-C does in a terminal; while examples are tried, which would go on for long."""
    command = [sys.executable, "-m", "grader", "verify", "my-lab", "--seeds", "500", "--jobs", "2"]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, cwd=folder, env=env, stderr=subprocess.PIPE, text=True) as running:
        wait_until(lambda: len(below(running.pid)) > 4)  # its crew of two, and their sandboxes
        started = below(running.pid)
        running.send_signal(signal.SIGINT)
        _, stderr = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130
    assert "Traceback" not in stderr
    wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in started))


def below(pid):
    """Return the processes that a process started, and those that these started."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return []
    return [found for child in children for found in (child, *below(child))]


def wait_until(true):
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_an_assignment_that_is_not_there_ends_with_2(folder):
    assert grade(folder, "verify", "no-lab").returncode == 2


def test_a_page_that_cannot_be_written_is_told_before_anything_is_tried(folder):
    done = grade(folder, "verify", "my-lab", "--html", "no-folder/proof.html")
    assert (done.returncode, done.stdout) == (5, "")
    assert done.stderr == "grade: no-folder/proof.html cannot be written: there is no folder no-folder.\n"


def test_a_new_lab_is_not_written_over_another(folder):
    done = grade(folder, "new", "my-lab")
    assert done.returncode == 2
    assert done.stderr == "grade: There is something at my-lab already.\n"
