"""Temporary folders: those of the living stay, those of the killed go, and what is not ours is not touched."""

import fcntl
import os
import signal
import subprocess
import sys

import pytest

from grader.sandbox import leftovers
from tests.conftest import ROOT

MAKE = "import sys, time; from grader.sandbox import leftovers; print(leftovers.make()[0], flush=True); time.sleep(600)"


@pytest.fixture(autouse=True)
def own_temporary_folder(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))


def test_the_folder_of_a_living_owner_stays_and_that_of_a_killed_one_goes(tmp_path):
    environment = {**os.environ, "TMPDIR": str(tmp_path), "PYTHONPATH": str(ROOT)}
    with subprocess.Popen([sys.executable, "-c", MAKE], env=environment, stdout=subprocess.PIPE, text=True) as owner:
        folder = owner.stdout.readline().strip()
        (tmp_path / folder / "deep" / "below").mkdir(parents=True)
        leftovers.sweep()
        assert os.path.isdir(folder)
        owner.send_signal(signal.SIGKILL)
        owner.wait()
    leftovers.sweep()
    assert not os.path.exists(folder)


def test_ones_own_folder_stays(tmp_path):
    folder, lock = leftovers.make()
    leftovers.sweep()
    assert folder.is_dir()
    os.close(lock)
    leftovers.sweep()
    assert not folder.exists()


def left(folder):
    folder.mkdir(parents=True)
    (folder / "grader.lock").touch()
    return folder


def test_a_folder_without_a_lock_or_with_another_name_is_somebody_elses(tmp_path):
    (tmp_path / "run-mine").mkdir()
    left(tmp_path / "other")
    leftovers.sweep()
    assert {path.name for path in tmp_path.iterdir()} == {"run-mine", "other"}


def test_links_are_not_followed(tmp_path):
    elsewhere = left(tmp_path / "elsewhere" / "folder")
    (elsewhere / "precious").touch()
    (tmp_path / "run-linked").symlink_to(elsewhere)
    (tmp_path / "run-lock-linked").mkdir()
    (tmp_path / "run-lock-linked" / "grader.lock").symlink_to(elsewhere / "grader.lock")
    (left(tmp_path / "run-left") / "way-out").symlink_to(elsewhere)
    leftovers.sweep()
    assert (elsewhere / "precious").exists()
    assert {path.name for path in tmp_path.iterdir()} == {"elsewhere", "run-linked", "run-lock-linked"}


def test_a_lock_that_is_no_file_is_passed_over(tmp_path):
    (tmp_path / "run-pipe").mkdir()
    os.mkfifo(tmp_path / "run-pipe" / "grader.lock")
    leftovers.sweep()
    assert (tmp_path / "run-pipe").is_dir()


def test_a_held_lock_of_another_process_protects(tmp_path):
    folder = left(tmp_path / "run-held")
    with (folder / "grader.lock").open("r+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        leftovers.sweep()
        assert folder.is_dir()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give folders away")
def test_a_folder_of_another_user_stays(tmp_path):
    folder, lock_only = left(tmp_path / "run-theirs"), left(tmp_path / "run-their-lock")
    os.chown(folder, 65534, 65534)
    os.chown(lock_only / "grader.lock", 65534, 65534)
    leftovers.sweep()
    assert folder.is_dir()
    assert lock_only.is_dir()


def test_whoever_is_killed_while_it_removes_leaves_the_lock_for_the_next(tmp_path, monkeypatch):
    folder, lock = leftovers.make()
    for name in ("library", "work"):
        (folder / name / "below").mkdir(parents=True)

    def killed(path):
        raise KeyboardInterrupt(path)

    with monkeypatch.context() as interrupted:
        interrupted.setattr(leftovers, "remove", killed)
        with pytest.raises(KeyboardInterrupt, match=r"library|work"):
            leftovers.unmake(folder)
    os.close(lock)
    leftovers.sweep()
    assert not folder.exists()
