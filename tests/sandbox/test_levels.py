"""Levels: the best one that there is, the one that was asked for, or an error with the reason; never less."""

import os

import pytest

from grader.errors import EnvironmentFaultError
from grader.sandbox import doctor, levels
from grader.sandbox.examination import examine
from grader.sandbox.forkserver import ForkLauncher
from grader.sandbox.launching import launcher_for
from grader.sandbox.layers import landlock, namespaces, seccomp
from grader.sandbox.levels import LEVELS, best_level, missing
from grader.sandbox.process import ProcessLauncher

ABSENT = "it is not here"


def test_the_best_level_is_the_strongest_that_there_is(monkeypatch):
    assert best_level() == next(level for level in LEVELS if not missing(level))
    monkeypatch.setattr(namespaces, "available", lambda: ABSENT)
    monkeypatch.setattr(landlock, "available", lambda: "")
    monkeypatch.setattr(seccomp, "available", lambda: "")
    assert best_level() == "landlock"
    monkeypatch.setattr(seccomp, "available", lambda: ABSENT)
    assert best_level() == "process"


@pytest.mark.parametrize("level", ["namespaces", "landlock"])
def test_a_level_that_cannot_be_had_is_refused_and_not_weakened(monkeypatch, level):
    monkeypatch.setattr(seccomp, "available", lambda: ABSENT)
    with pytest.raises(EnvironmentFaultError, match=f"{level}.*"):
        ForkLauncher(level)
    assert missing("process") == ""


def test_nothing_but_process_can_be_had_elsewhere(monkeypatch):
    monkeypatch.setattr(levels.sys, "platform", "darwin")
    assert best_level() == "process"
    with launcher_for("auto") as launcher:
        assert isinstance(launcher, ProcessLauncher)


def test_the_portable_way_can_be_forced():
    with launcher_for("process") as launcher:
        assert isinstance(launcher, ProcessLauncher)
        assert launcher.level == "process"


@pytest.mark.parametrize("level", LEVELS)
def test_the_doctors_ways_out_are_closed_at_every_level_but_process(level, tmp_path):
    if missing(level):
        pytest.skip(missing(level))
    decoy = tmp_path / "decoy"
    decoy.write_text("secret")
    found = doctor.try_to_escape(decoy=str(decoy), outside=str(tmp_path / "new"), judge=os.getpid(), level=level)
    open_ways = [escape.attempt for escape in found if not escape.stopped_by]
    if level == "process":
        assert "read /etc/passwd" in open_ways
    else:
        assert open_ways == []
        assert not (tmp_path / "new").exists()


def test_the_doctor_says_what_is_missing_and_how_to_get_it(monkeypatch):
    monkeypatch.setattr(seccomp, "available", lambda: ABSENT)
    level, text = examine()
    assert level == "process"
    assert f"seccomp: {ABSENT}" in text
    assert "to get it: apt install libseccomp2" in text
    assert "OPEN" in text
