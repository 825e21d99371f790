"""What a life may put on the disk where only the judge counts: each way to have too much of it is seen."""

import os

import pytest

from grader.report import Cause
from grader.sandbox import quota
from grader.sandbox.forkserver import ForkLauncher
from grader.sandbox.process import ProcessLauncher
from tests.sandbox.test_lives import run as call_f

pytestmark = pytest.mark.slow

ME = os.getpid()


def test_a_few_files_are_not_too_much(tmp_path):
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "file").write_bytes(bytes(1 << 20))
    with (tmp_path / "sparse").open("wb") as sparse:
        sparse.truncate(1 << 40)
    assert not quota.full(tmp_path, ME)


def test_too_many_bytes_are_seen_wherever_they_lie(tmp_path, monkeypatch):
    monkeypatch.setattr(quota, "MOST_BYTES", 3 << 20)
    (tmp_path / "below").mkdir()
    for name in ("one", "below/two"):
        (tmp_path / name).write_bytes(bytes(2 << 20))
    assert quota.full(tmp_path, ME)


def test_too_many_files_are_seen(tmp_path, monkeypatch):
    monkeypatch.setattr(quota, "MOST_FILES", 9)
    for number in range(9):
        (tmp_path / str(number)).touch()
    assert not quota.full(tmp_path, ME)
    (tmp_path / "0").unlink()
    (tmp_path / "0").mkdir()
    (tmp_path / "0" / "more").symlink_to("/")
    assert quota.full(tmp_path, ME)


@pytest.mark.skipif(not os.path.exists("/proc/self/fd"), reason="no /proc")
def test_files_that_were_deleted_while_open_are_counted_once_each(tmp_path, monkeypatch):
    monkeypatch.setattr(quota, "MOST_BYTES", 3 << 20)
    with (tmp_path / "nameless").open("wb") as file:
        file.write(bytes(2 << 20))
        file.flush()
        (tmp_path / "nameless").unlink()
        other = os.dup(file.fileno())
        assert not quota.full(tmp_path, ME)
        file.write(bytes(2 << 20))
        file.flush()
        os.close(other)
        assert quota.full(tmp_path, ME)
    assert not quota.full(tmp_path, ME)


def test_folders_too_deep_to_be_named_hide_nothing(tmp_path):
    here = os.open(tmp_path, os.O_RDONLY)
    try:
        for _ in range(20):
            os.mkdir("d" * 250, dir_fd=here)
            below = os.open("d" * 250, os.O_RDONLY, dir_fd=here)
            os.close(here)
            here = below
    finally:
        os.close(here)
    assert quota.full(tmp_path, ME)


def test_links_lead_nowhere(tmp_path, monkeypatch):
    monkeypatch.setattr(quota, "MOST_FILES", 5)
    (tmp_path / "usr").symlink_to("/usr")
    assert not quota.full(tmp_path, ME)


MANY = "    for n in range(50):\n        with open(str(n), 'wb') as file: file.write(bytes(4 << 20))\n"


@pytest.mark.parametrize("kind", [lambda: ForkLauncher("process"), ProcessLauncher], ids=["forked", "spawned"])
@pytest.mark.parametrize("then", ["time.sleep(600)", "return 1.0"])
def test_who_fills_the_disk_is_stopped_for_that(kind, then):
    wait = "    time.sleep(0.5)\n" if then == "return 1.0" else ""
    with kind() as launcher:
        failure, _ = call_f(launcher, f"import time\ndef f():\n{MANY}{wait}    {then}\n")
        assert failure.cause is Cause.DISK
        assert not list(launcher._runtime.lives.iterdir())
