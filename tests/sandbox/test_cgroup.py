"""The control group alone: what it stops, that all in it end at once, and that nothing of it is left.

Skipped where no group is delegated. One way to have it: `systemd-run --user --scope -p Delegate=yes pytest -n0 ...`.
"""

import dataclasses
import os
import subprocess
import sys
import tempfile

import pytest

from grader.errors import EnvironmentFaultError
from grader.sandbox.forkserver import ForkLauncher
from grader.sandbox.layers import cgroup
from grader.sandbox.levels import LEVELS, missing
from tests.conftest import ROOT
from tests.sandbox.test_lives import run as call_f

WHY_NOT = cgroup.available()
needs_group = pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT)
JOIN = f"import os, sys, time; sys.path.append({str(ROOT)!r}); from grader.sandbox.layers import cgroup; cgroup.apply(sys.argv[1])\n"


@pytest.fixture
def group():
    group = cgroup.create()
    yield group
    cgroup.remove(group)
    assert not group.exists()


def inside(group, code):
    """Run `code` in the group; return its exit status and what it printed, without waiting for its children."""
    with tempfile.TemporaryFile() as said:
        ended = subprocess.run([sys.executable, "-c", JOIN + code, str(group)], stdout=said, timeout=60, check=False)
        said.seek(0)
        return ended.returncode, said.read().decode()


@needs_group
def test_processes_are_limited_in_total(group):
    (group / "pids.max").write_text("5")
    code = "try:\n    while True:\n        if os.fork() == 0: time.sleep(600)\nexcept OSError as error: print(error)"
    _, said = inside(group, code)
    assert "Resource temporarily unavailable" in said


@needs_group
def test_memory_is_limited_in_total(group):
    (group / "memory.max").write_text(str(64 << 20))
    assert inside(group, "data = bytearray(200 << 20); print('had it')") == (-9, "")


@needs_group
def test_who_left_its_parent_and_its_session_ends_with_the_group(group):
    code = "if os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0: time.sleep(600)\n    os._exit(0)\n"
    assert inside(group, code) == (0, "")
    assert (group / "cgroup.procs").read_text().split()
    cgroup.remove(group)
    assert not group.exists()


@needs_group
@pytest.mark.parametrize("level", LEVELS)
def test_all_lives_of_a_launcher_are_in_its_group_and_the_judge_is_not(level):
    if missing(level):
        pytest.skip(missing(level))
    with ForkLauncher(level) as launcher:
        assert launcher.layers[0] == "cgroup"
        life = launcher.start()
        life.receive(60)
        members = (launcher._group / "cgroup.procs").read_text().split()
        assert len(members) >= 2
        assert str(os.getpid()) not in members
    assert not launcher._group.exists()


@needs_group
def test_a_child_that_hid_from_its_life_ends_with_the_launcher():
    source = (
        "import os, time\n"
        "def f():\n"
        "    if os.fork() == 0:\n"
        "        os.setsid()\n"
        "        if os.fork() == 0: time.sleep(600)\n"
        "        os._exit(0)\n"
        "    return 1.0\n"
    )
    with ForkLauncher("process") as launcher:
        call_f(launcher, source)
        assert len((launcher._group / "cgroup.procs").read_text().split()) == 2
    assert not launcher._group.exists()


@needs_group
def test_the_group_of_a_killed_judge_is_removed_by_the_next():
    code = JOIN.replace("cgroup.apply(sys.argv[1])", "print(cgroup.create(), flush=True); os.kill(os.getpid(), 9)")
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    left = ended.stdout.strip()
    assert os.path.isdir(left)
    cgroup.remove(cgroup.create())
    assert not os.path.isdir(left)


def test_a_report_names_the_layer_only_where_it_is_in_force():
    with ForkLauncher("process") as launcher:
        assert ("cgroup" in launcher.layers) == (WHY_NOT == "")


def test_joining_a_group_that_is_not_there_starts_no_host(tmp_path):
    with ForkLauncher("process") as launcher:
        launcher._confinement = dataclasses.replace(launcher._confinement, group=str(tmp_path / "none"))
        with pytest.raises(EnvironmentFaultError, match="could not start"):
            launcher.start()
