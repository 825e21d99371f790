"""Wrong submissions written freely, by someone who did not know the variants: how many bugs are rightly named.

`free/expected.toml` says which bugs each file has; ids in one list count as the same. Files without bugs are junk.
"""

import tomllib
from pathlib import Path

import pytest

from grader.judge.grading import grade
from grader.sandbox.forkserver import ForkLauncher
from grader.submission.reading import read_submission

FREE = Path(__file__).parent / "free"
EXPECTED = tomllib.loads((FREE / "expected.toml").read_text())
SEED = 5


@pytest.fixture(scope="module")
def named(attention):
    found = {}
    with ForkLauncher("process") as launcher:
        for stem in EXPECTED:
            source = read_submission(FREE / f"{stem}.py", entry="attention.py", notebook="defs")
            diagnoses = grade(source, attention, launcher, seed=SEED).diagnoses
            found[stem] = [{d.bug, *(other.bug for other in d.also)} for d in diagnoses if d.bug]
    return found


@pytest.mark.soak
def test_nineteen_in_twenty_bugs_are_named(named):
    bugs = [(set(ids), stem) for stem, expected in EXPECTED.items() for ids in expected["bugs"]]
    missed = [(stem, ids) for ids, stem in bugs if not any(ids & found for found in named[stem])]
    assert len(bugs) >= 80
    assert len(missed) <= len(bugs) / 20, missed


@pytest.mark.soak
def test_no_bug_is_named_that_is_not_there(named):
    there = {stem: set().union(*map(set, expected["bugs"])) for stem, expected in EXPECTED.items()}
    assert [(stem, ids) for stem, found in named.items() for ids in found if not ids & there[stem]] == []


@pytest.mark.soak
def test_junk_has_no_name(named):
    junk = [stem for stem, expected in EXPECTED.items() if not expected["bugs"]]
    assert len(junk) >= 5
    assert [named[stem] for stem in junk] == [[]] * len(junk)
