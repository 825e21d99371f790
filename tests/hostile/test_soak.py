"""Many mixed lives, one after the other: the judge's memory, descriptors and children stay as they were."""

import os
import resource
from pathlib import Path

import pytest

from grader.judge.grading import grade
from grader.sandbox.forkserver import ForkLauncher
from grader.sandbox.levels import best_level
from grader.submission.reading import read_submission
from tests.conftest import ATTENTION
from tests.hostile.corpus import ATTACKS

pytestmark = pytest.mark.slow

LIVES = 2000
#: Quick attacks of several kinds: those that hang would only wait for a clock.
HOSTILE = (
    "A03_exit_before_answering",
    "A11_answer_twice",
    "D03_nan_and_infinity",
    "E10_flood_stdout",
    "E12_null_pointer",
    "G08_binary_output",
)


def children():
    return [int(pid) for pid in Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()]


#: Megabytes: the atlases and papers that the judge keeps (24 MB of arrays at most), and what the allocator holds on to.
MOST_GROWTH = 64


@pytest.mark.soak(seconds=300)
def test_two_thousand_lives_leave_the_judge_as_it_was(attention):
    examples = ATTENTION / "examples"
    paths = [
        *sorted((examples / "accepted").glob("*.py"))[:6],
        *sorted((examples / "wrong").glob("*.py"))[:6],
        *(path for path in ATTACKS if path.stem in HOSTILE),
    ]
    sources = [read_submission(path, entry="attention.py", notebook="defs") for path in paths]
    with ForkLauncher(best_level()) as launcher:
        for source in sources:
            grade(source, attention, launcher)
        before = _state(launcher)
        while launcher._number < LIVES:
            for source in sources:
                grade(source, attention, launcher)
        after = _state(launcher)
    assert after["descriptors"] == before["descriptors"]
    assert after["children"] == before["children"] == 1
    assert after["folders"] == before["folders"]
    assert after["peak memory, MB"] - before["peak memory, MB"] < MOST_GROWTH


def _state(launcher):
    return {
        "descriptors": len(os.listdir("/proc/self/fd")),
        "children": len(children()),
        "folders": len(list(launcher._runtime.lives.iterdir())),
        "peak memory, MB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }
