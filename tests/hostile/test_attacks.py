"""Every attack is contained at every level that this machine can have, with its cause named and no point leaked.

The quick tests try one attack of each kind at `namespaces`; those that take minutes (`--soak`) try all at all levels.
"""

import os
import resource
import time
from pathlib import Path

import pytest

from grader.judge.grading import grade
from grader.report import Status
from grader.sandbox.footprint import private_bytes
from grader.sandbox.forkserver import ForkLauncher
from grader.sandbox.levels import missing
from grader.submission.reading import read_submission
from tests.conftest import ATTENTION
from tests.hostile.corpus import ATTACKS, CONTROLS, one_of_each_kind, read_attack

pytestmark = pytest.mark.slow

RIGHT = ATTENTION / "examples" / "accepted" / "matmul.py"
DECOY_TEXT = "decoy-7f3a91: nobody may read this"
LEVELS = ["namespaces", pytest.param("landlock", marks=pytest.mark.soak)]
QUICK = one_of_each_kind()


#: Bytes that the judge may use on top while it grades an attack (one answer may have 8 MB, held as bytes and as an
#: array), and that the host may keep (what a fork needs, and what the kernel's counters leave out).
JUDGE_GROWTH = 64 << 20
HOST_GROWTH = 4 << 20


@pytest.fixture(scope="module", params=LEVELS)
def launcher(request):
    why = missing(request.param)
    if why:
        pytest.skip(f"level {request.param}: {why}")
    with ForkLauncher(request.param) as launcher:
        yield launcher


@pytest.fixture(scope="module")
def lab(attention):
    """The lab with short limits, so that what hangs does not hang for long."""
    limits = attention.manifest.limits.model_copy(
        update={"import_seconds": 3, "call_seconds": 2, "total_seconds": 12, "memory_mb": 512}
    )
    return attention.model_copy(update={"manifest": attention.manifest.model_copy(update={"limits": limits})})


@pytest.fixture
def decoy():
    """A readable file and a writable folder outside, where attacks look first.

    It stays: tests that run beside this one, and other users, look at the same.
    """
    folder = Path("/tmp/grader-decoy")
    path = folder / "secret.txt"
    if not path.exists():
        folder.mkdir(exist_ok=True)
        folder.chmod(0o777)
        path.write_text(DECOY_TEXT)
        path.chmod(0o644)
    return folder


def graded(path, lab, launcher):
    return grade(read_submission(path, entry="attention.py", notebook="defs"), lab, launcher)


def forget_peak():
    """Let the peak of this process's memory be what it uses now, and return that in bytes."""
    Path("/proc/self/clear_refs").write_text("5")
    return peak()


def peak():
    """The most memory that this process had since its peak was forgotten, in bytes."""
    _, _, rest = Path("/proc/self/status").read_text().partition("VmHWM:")
    return int(rest.split()[0]) * 1024


def processes(launcher):
    """Ids of the processes that this launcher's host has forked and that still run, the host included."""
    found = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                command = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            if bytes(launcher._runtime.library) in command:
                found.add(int(entry.name))
    return found


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=() if path in QUICK else pytest.mark.soak) for path in ATTACKS],
    ids=lambda path: path.stem,
)
def test_an_attack_is_contained(path, attention, lab, launcher, decoy, record_property):
    attack = read_attack(path)
    graded(RIGHT, attention, launcher)  # the host runs
    before, descriptors = len(processes(launcher)), len(os.listdir("/proc/self/fd"))
    judge, host = forget_peak(), private_bytes(launcher._host._process.pid)
    began = time.monotonic()
    report = graded(path, lab, launcher)
    took = time.monotonic() - began
    grown = peak() - judge
    tried = {"level": launcher.level, "group": attack.row[0], "cause": False, "grown": grown}
    record_property("attack", tried)

    assert report.status == "graded"
    assert report.score <= attack.points, [(c.id, c.points) for c in report.checks]
    causes = {check.cause.value for check in report.checks if check.cause is not None}
    assert attack.causes == ("neutral",) or causes & set(attack.causes), (causes, report.checks[0].message)
    record_property("attack", {**tried, "cause": True})
    assert DECOY_TEXT not in report.model_dump_json()
    assert [left.name for left in decoy.iterdir()] == ["secret.txt"]
    assert (decoy / "secret.txt").read_text() == DECOY_TEXT
    assert len(os.listdir("/proc/self/fd")) == descriptors
    assert len(processes(launcher)) == before
    assert took < 60
    assert grown < JUDGE_GROWTH
    assert private_bytes(launcher._host._process.pid) - host < HOST_GROWTH
    assert graded(RIGHT, attention, launcher).score == 100


@pytest.mark.parametrize("path", CONTROLS, ids=lambda path: path.stem)
def test_an_odd_but_honest_submission_gets_full_marks(path, attention, launcher):
    report = graded(path, attention, launcher)
    assert report.score == 100, [(c.id, c.message) for c in report.checks if c.status is not Status.PASSED]


@pytest.mark.soak(seconds=60)
def test_the_judge_does_not_grow_over_hostile_lives(lab, launcher):
    names = ("exit", "flood", "garbage", "exception")
    sources = [*[path for path in ATTACKS if any(name in path.stem for name in names)][:4], RIGHT]
    for path in sources:
        graded(path, lab, launcher)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for path in sources * 3:
        graded(path, lab, launcher)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 64 * 1024  # kilobytes
