"""A batch that was ended, at any moment and in any way, goes on as if nothing had been."""

import os
import random
import signal
import time

import pytest

from tests.batch.class_of import (
    alive,
    batch,
    begun,
    children,
    class_of,
    family,
    journal,
    kill,
    lines,
    settled,
    table,
    wait_until,
)

pytestmark = pytest.mark.slow

SEED = 11


#: Bounded for the machine that runs all tests; with 300 and 20 it takes a quarter of an hour.
_CLASS, _MOMENTS = 100, 8


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    root = tmp_path_factory.mktemp("undisturbed")
    class_of(root / "class", 20)
    done = batch(root / "class", "--out", root / "out", "--seed", SEED)
    assert done.returncode == 0, done.stderr
    return root / "class", settled(root / "out")


def resumed(root, out):
    done = batch(root, "--out", out, "--resume", "--seed", SEED)
    assert done.returncode == 0, done.stderr
    return settled(out)


@pytest.mark.parametrize("after", [9, *(pytest.param(after, marks=pytest.mark.soak) for after in (0, 1, 17))])
def test_killed_after_some_lines_it_loses_only_what_was_in_work(undisturbed, tmp_path, after):
    root, wanted = undisturbed
    out = tmp_path / "out"
    process = begun(root, "--out", out, "--seed", SEED, "--jobs", 2)
    wait_until(lambda: (out / "batch.json").exists() and lines(out) >= after)
    kill(process)
    written, _, _ = journal(out).rpartition(b"\n")  # what follows may be torn
    assert resumed(root, out) == wanted
    assert journal(out).startswith(written)
    assert lines(out) == 20  # nothing was done twice
    assert not list(out.rglob(".*"))


def test_a_killed_job_changes_nothing(undisturbed, tmp_path):
    root, wanted = undisturbed
    out = tmp_path / "out"
    with begun(root, "--out", out, "--seed", SEED, "--jobs", 2) as process:
        wait_until(lambda: lines(out) >= 6)
        for job in children(process.pid)[:1]:
            os.kill(job, signal.SIGKILL)
        process.communicate(timeout=300)
    assert process.returncode == 0
    assert settled(out) == wanted


@pytest.mark.parametrize("number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.soak)])
def test_interrupted_it_ends_cleanly_writes_what_is_known_and_says_how_to_go_on(undisturbed, tmp_path, number):
    root, wanted = undisturbed
    out = tmp_path / "out"
    with begun(root, "--out", out, "--seed", SEED, "--jobs", 2) as process:
        wait_until(lambda: lines(out) >= 3)
        members = family(process.pid)
        process.send_signal(number)
        told, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert f"grade batch {root} --out {out} --resume" in said
    assert "Traceback" not in said
    assert f"20 entries in, {lines(out)} rows out so far" in told
    assert len(table(out)) == lines(out)
    assert not any(map(alive, members))
    assert resumed(root, out) == wanted


@pytest.mark.soak
def test_resume_begins_where_nothing_was_begun(undisturbed, tmp_path):
    root, wanted = undisturbed
    assert resumed(root, tmp_path / "out") == wanted


@pytest.mark.soak(seconds=200)
def test_a_class_killed_at_many_moments_comes_out_as_if_nothing_had_been(tmp_path):
    root = class_of(tmp_path / "class", _CLASS)
    began = time.monotonic()
    assert batch(root, "--out", tmp_path / "calm", "--seed", SEED).returncode == 0
    whole = time.monotonic() - began
    wanted = settled(tmp_path / "calm")
    choose = random.Random(SEED)
    for moment in range(_MOMENTS):
        out = tmp_path / f"out{moment}"
        process = begun(root, "--out", out, "--seed", SEED)
        time.sleep(choose.uniform(0, whole))
        if choose.random() < 0.3 and (jobs := children(process.pid)):
            os.kill(choose.choice(jobs), signal.SIGKILL)
            time.sleep(choose.uniform(0, 3))
        kill(process)
        assert resumed(root, out) == wanted, f"moment {moment}"
