"""A class from its folder to its grades."""

import contextlib
import dataclasses
import json
import os
import shutil
import signal
import subprocess
import threading
import time

import pytest

from grader.batch.running import Request, run_batch
from grader.batch.terms import versions
from grader.errors import EnvironmentFaultError, UsageError
from grader.report import Report
from grader.sandbox.levels import missing
from tests.batch.class_of import (
    SLEEPS,
    STYLES,
    alive,
    argv,
    batch,
    begun,
    children,
    class_of,
    environment,
    family,
    limited,
    room_for,
    settled,
    table,
    text_of,
    used,
    wait_until,
)  # fmt: skip

pytestmark = pytest.mark.slow


def report(out, key):
    return Report.model_validate_json((out / "reports" / f"{key}.json").read_bytes())


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """A class of twelve, graded once for all tests that only look."""
    root = tmp_path_factory.mktemp("graded")
    class_of(root / "class", 12)
    (root / "class" / "notes.txt").write_text("hello")
    done = batch(root / "class", "--out", root / "out", "--seed", 5, "--jobs", 2)
    assert done.returncode == 0, done.stderr
    return root, done


@pytest.mark.parametrize("level", ["process", "landlock"])
def test_a_batch_says_when_no_walls_were_around_its_submissions(tmp_path, level):
    if why := missing(level):
        pytest.skip(f"level {level}: {why}")
    class_of(tmp_path / "class", 1)
    done = batch(tmp_path / "class", "--out", tmp_path / "out", "--sandbox", level)
    assert done.returncode == 0, done.stderr
    again = batch(tmp_path / "class", "--out", tmp_path / "out", "--resume")
    for each in (done, again):
        assert ("no walls" in each.stderr) is (level == "process")


def test_every_entry_has_a_row_in_the_order_of_the_roster_whatever_happened(graded):
    root, _ = graded
    rows = table(root / "out")
    assert list(rows) == ["notes", *(f"s{number:03}" for number in range(12))]
    assert [row.status for row in rows.values()] == [
        "not code",
        *["graded"] * 8,
        "rejected",
        "nothing",
        *["graded"] * 2,
    ]
    assert all(row.reason for row in rows.values() if row.score != row.max_score)
    assert (rows["s000"].score, rows["s001"].score) == (100, 100)
    assert rows["s002"].bugs == ("scale-missing",)


def test_whoever_handed_in_has_a_report_and_a_page_also_where_it_was_rejected(graded):
    root, _ = graded
    keys = {key for key, row in table(root / "out").items() if row.status in ("graded", "rejected")}
    assert {path.stem for path in (root / "out" / "reports").iterdir()} == keys
    assert {path.stem for path in (root / "out" / "feedback").iterdir()} == keys
    assert "holds no code" in (root / "out" / "feedback" / "s008.html").read_text()
    assert {report(root / "out", key).seed for key in keys} == {5}


def test_the_end_is_told_in_few_words(graded):
    root, done = graded
    assert "13 entries in, 13 rows out\n" in done.stdout
    assert "10 graded" in done.stdout
    assert "mean" in done.stdout
    assert "notes  not code" in done.stdout
    assert str(root / "out" / "grades.csv") in done.stdout
    assert "13 of 13" in done.stderr


def test_a_folder_that_is_not_empty_is_left_as_it_is(graded, tmp_path):
    root, _ = graded
    before = settled(root / "out")
    again = batch(root / "class", "--out", root / "out")
    assert (again.returncode, settled(root / "out")) == (2, before)
    assert "--resume" in again.stderr
    (tmp_path / "mine.txt").write_text("mine")
    for words in ([], ["--resume"]):
        other = batch(root / "class", "--out", tmp_path, *words)
        assert other.returncode == 2
        assert "choose another folder" in other.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_results_do_not_go_among_the_submissions(graded):
    root, _ = graded
    done = batch(root / "class", "--out", root / "class" / "out")
    assert done.returncode == 2
    assert not (root / "class" / "out").exists()


def test_resuming_what_is_complete_changes_nothing(graded):
    root, _ = graded
    before = {path: path.read_bytes() for path in (root / "out").rglob("*") if path.is_file()}
    assert batch(root / "class", "--out", root / "out", "--resume").returncode == 0
    assert {path: path.read_bytes() for path in (root / "out").rglob("*") if path.is_file()} == before


def test_a_lost_report_is_made_again(graded):
    root, _ = graded
    before = settled(root / "out")
    (root / "out" / "reports" / "s003.json").unlink()
    assert batch(root / "class", "--out", root / "out", "--resume").returncode == 0
    assert settled(root / "out") == before


@pytest.mark.parametrize(
    ("words", "why"), [(["--seed", 6], "seed"), (["--no-pages"], "Pages"), (["--sandbox", "process"], "sandbox")]
)
def test_other_terms_are_no_way_to_go_on(graded, words, why):
    root, _ = graded
    done = batch(root / "class", "--out", root / "out", "--resume", *words)
    assert done.returncode == 2
    assert why in done.stderr


def test_the_sandbox_that_was_really_there_is_no_other_term(graded):
    root, _ = graded
    level = report(root / "out", "s000").sandbox.level
    for words in ([], ["--sandbox", level], ["--sandbox", "auto"]):
        assert batch(root / "class", "--out", root / "out", "--resume", *words).returncode == 0


@pytest.mark.parametrize(
    ("old", "why"),
    [
        ({"versions": {**versions(), "python": "3.9.1"}}, "version of python was 3.9.1"),
        ({"versions": {**versions(), "grader": "0.9"}}, "version of grader was 0.9"),
        ({"versions": {**versions(), "torch": "1.0"}}, "version of torch was 1.0"),
        ({"versions": {**versions(), "numpy": "1.0"}}, "version of numpy was 1.0"),
        ({"versions": {}}, "version of torch was unknown"),
        ({"level": "windows"}, "sandbox was windows"),
        ({"level": ""}, "sandbox was of an unknown level"),
    ],
)
def test_no_class_is_graded_half_by_one_version_or_sandbox_and_half_by_another(graded, tmp_path, old, why):
    root, _ = graded
    shutil.copytree(root / "out", tmp_path / "out")
    path = tmp_path / "out" / "batch.json"
    terms = json.loads(path.read_text())
    path.write_text(json.dumps(terms | old))
    with pytest.raises(UsageError, match=f"cannot be resumed.*{why}"):
        run_batch(Request(root / "class", tmp_path / "out", resume=True))


@pytest.mark.parametrize("place", ["results", "results/today"])
def test_results_do_not_go_into_the_assignment_which_they_would_change(tmp_path, place):
    limited(tmp_path / "lab")
    (tmp_path / "link").symlink_to(tmp_path / "lab")
    root = class_of(tmp_path / "class", 1, odd=False)
    with pytest.raises(UsageError, match="lies in the assignment"):
        run_batch(Request(root, tmp_path / "link" / place, assignment=str(tmp_path / "lab")))
    assert not [path for path in (tmp_path / "lab").rglob("*") if path.name == "batch.json"]


def test_results_may_go_beside_the_assignment(tmp_path):
    limited(tmp_path / "lab")
    root = class_of(tmp_path / "class", 1, odd=False)
    assert run_batch(Request(root, tmp_path / "lab-results", assignment=str(tmp_path / "lab"))).stopped is None


def test_changed_submissions_and_a_changed_assignment_are_no_way_to_go_on(tmp_path):
    limited(tmp_path / "lab")
    root = class_of(tmp_path / "class", 2, odd=False)
    request = Request(root, tmp_path / "out", assignment=str(tmp_path / "lab"), jobs=1)
    assert run_batch(request).stopped is None
    again = Request(root, tmp_path / "out", resume=True)
    (root / "s000.py").write_text("x = 1\n")
    with pytest.raises(UsageError, match="a file is another"):
        run_batch(again)
    (root / "s002.py").write_text("x = 1\n")
    with pytest.raises(UsageError, match="there were 2, now there are 3"):
        run_batch(again)
    (tmp_path / "lab" / "README.md").write_text("changed")
    with pytest.raises(UsageError, match="The assignment is another"):
        run_batch(again)


def test_equal_submissions_are_graded_once_and_each_has_its_own_report(tmp_path):
    root = class_of(tmp_path / "class", 2, odd=False)
    for name in ("s005.py", "s006 other.py"):
        (root / name).write_bytes(b"\xef\xbb\xbf" + text_of("wrong/scale_missing").replace("\n", "\r\n").encode())
    (root / "s007.py").write_text(text_of("wrong/scale_missing"))
    assert run_batch(Request(root, tmp_path / "out", jobs=2, pages=False)).stopped is None
    rows = table(tmp_path / "out")
    assert [rows[key].flags for key in ("s000", "s005", "s006_other", "s007")] == [
        (), ("identical:s006_other",), ("identical:s005",), ("identical:s005",),
    ]  # fmt: skip
    first, second, third = (report(tmp_path / "out", key) for key in ("s005", "s006_other", "s007"))
    assert [made.submission.name for made in (first, second, third)] == ["s005.py", "s006 other.py", "s007.py"]
    assert first.submission.sha256 == second.submission.sha256 != third.submission.sha256
    assert first.timings == second.timings == third.timings  # one grading
    assert first.checks == third.checks
    assert not (tmp_path / "out" / "feedback").exists()


def test_keys_that_are_strange_or_equal_after_folding_have_files_of_their_own(tmp_path):
    root = class_of(tmp_path / "class", 1, odd=False)
    names = [
        "Anna.py",
        "anna.py",
        "é.py",
        "e\u0301.py",
        "=1+1.py",
        "-rf.py",
        "CON.py",
        "a\nb.py",
        "<b>.py",
        "s000.ipynb.py",
    ]
    for number, name in enumerate(names):
        (root / name).write_text(text_of(STYLES[number % 2], mark=name.encode().hex()))
    done = batch(root, "--out", tmp_path / "out", "--jobs", 2)
    assert done.returncode == 0, done.stderr
    rows = table(tmp_path / "out")
    assert len(rows) == len(names) + 1
    assert len({key.casefold() for key in rows}) == len(rows)
    assert {path.stem for path in (tmp_path / "out" / "reports").iterdir()} == set(rows)
    assert {"_1_1", "rf", "_CON", "a_b", "_b_", "s000.ipynb", "s000"} <= set(rows)
    assert all(row.score == 100 for row in rows.values())


def test_one_that_hangs_delays_nobody_else(tmp_path):
    limited(tmp_path / "lab")
    root = class_of(tmp_path / "class", 8, odd=False)
    (root / "a.py").write_text(SLEEPS)
    order = []
    out = tmp_path / "out"

    def watch(progress):
        journal = out / "journal.jsonl"
        order[:] = (
            [line.split('"key":"')[1].split('"')[0] for line in journal.read_text().splitlines()]
            if journal.exists()
            else []
        )

    assert run_batch(Request(root, out, assignment=str(tmp_path / "lab"), jobs=2), watch).stopped is None
    assert order[-1] == "a"
    assert table(out)["a"].score == 0
    assert all(row.score == 100 for key, row in table(out).items() if key != "a")


def test_files_of_students_in_the_working_folder_are_no_modules_of_ours(tmp_path, monkeypatch):
    root = class_of(tmp_path / "class", 1, odd=False)
    for name in ("numpy", "json", "torch", "grader"):
        (root / f"{name}.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n")
    monkeypatch.chdir(root)
    done = batch(".", "--out", tmp_path / "out", "--jobs", 1)
    assert done.returncode == 0, done.stderr
    assert table(tmp_path / "out")["s000"].score == 100
    assert not (tmp_path / "ran").exists()


class Killer(threading.Thread):
    """Kills the job whose worker sleeps: nothing of it has used the processor for a while. Some times."""

    def __init__(self, parent, times):
        super().__init__(daemon=True)
        self.parent, self.times, self.killed = parent, times, 0

    def run(self):
        seen = {}
        while self.killed < self.times and alive(self.parent):
            for job in children(self.parent):
                state = [(member, used(member)) for member in (job, *family(job))]
                known, since = seen.get(job, (None, 0))
                if state != known:
                    seen[job] = (state, time.monotonic())
                elif len(state) > 2 and time.monotonic() - since > 1.5:  # job, fork server, worker
                    os.kill(job, signal.SIGKILL)
                    self.killed += 1
                    del seen[job]
            time.sleep(0.05)


@pytest.mark.parametrize("times", [1, pytest.param(2, marks=pytest.mark.soak)])
def test_a_job_that_dies_is_replaced_and_its_entry_tried_once_more(tmp_path, times):
    limited(tmp_path / "lab")
    root = class_of(tmp_path / "class", 3, odd=False)
    (root / "a.py").write_text(SLEEPS)
    out = tmp_path / "out"
    with begun(root, "--out", out, "-a", tmp_path / "lab", "--jobs", 1) as process:
        killer = Killer(process.pid, times)
        killer.start()
        _, said = process.communicate(timeout=300)
    killer.join()
    assert killer.killed == times
    rows = table(out)
    assert [row.score for key, row in rows.items() if key != "a"] == [100, 100, 100]
    if times == 1:
        assert (rows["a"].status, rows["a"].score, process.returncode) == ("graded", 0, 0), said
    else:
        assert (rows["a"].status, rows["a"].score, process.returncode) == ("grader_error", None, 4), said
        assert "ended twice (signal 9)" in rows["a"].reason
        assert report(out, "a").status == "grader_error"
        assert (out / "feedback" / "a.html").exists()


def test_what_failed_by_our_fault_is_tried_again_when_the_batch_is_resumed(tmp_path):
    limited(tmp_path / "lab")
    root = class_of(tmp_path / "class", 1, odd=False)
    (root / "s001.py").write_text(text_of(STYLES[0]))
    out = tmp_path / "out"
    assert run_batch(Request(root, out, assignment=str(tmp_path / "lab"), jobs=1)).stopped is None
    good = settled(out)
    journal = (out / "journal.jsonl").read_text().splitlines(keepends=True)
    (out / "journal.jsonl").write_text(journal[0] + journal[1].replace('"status":"graded"', '"status":"grader_error"'))
    assert run_batch(Request(root, out, resume=True, jobs=1)).stopped is None
    assert settled(out) == good


def test_a_sandbox_that_cannot_be_had_is_told_before_anything_is_written(tmp_path):
    root = class_of(tmp_path / "class", 1, odd=False)
    done = batch(root, "--out", tmp_path / "out", "-a", "none")
    assert done.returncode == 2
    assert "no assignment" in done.stderr
    assert not list((tmp_path / "out").iterdir())


def test_a_full_disk_stops_it_and_it_goes_on_where_there_is_room(tmp_path):
    root = class_of(tmp_path / "class", 3, odd=False)
    words = ["--out", tmp_path / "out", "--jobs", 1, "--seed", 1]
    small = subprocess.run(
        ["bash", "-c", 'ulimit -f 4; exec "$@"', "bash", *argv(root, *words)],  # kilobytes: a page is larger
        capture_output=True, text=True, timeout=300, env=environment(),
    )  # fmt: skip
    assert small.returncode == 5, small.stderr
    assert "--resume" in small.stderr
    assert "of this machine" in small.stderr
    assert batch(root, *words, "--resume").returncode == 0
    assert batch(root, "--out", tmp_path / "calm", "--seed", 1).returncode == 0
    assert settled(tmp_path / "out") == settled(tmp_path / "calm")


@pytest.mark.parametrize("room", [0, 60])
def test_a_journal_without_room_for_a_line_ends_it_in_order_and_resuming_goes_on(graded, tmp_path, room):
    root, _ = graded
    out = tmp_path / "out"
    with contextlib.ExitStack() as disk:

        def fill(progress):
            if progress.done == 9:  # the jobs have begun, and have room: only the journal has not
                disk.enter_context(room_for((out / "journal.jsonl").stat().st_size + room))

        summary, stopped, _ = run_batch(Request(root / "class", out, seed=5, jobs=1), fill)
    assert isinstance(stopped, EnvironmentFaultError)
    assert "cannot be written" in str(stopped)
    assert sum(summary.counts.values()) == 9
    assert run_batch(Request(root / "class", out, resume=True, jobs=2)).stopped is None
    assert settled(out) == settled(root / "out")


def test_a_disk_that_is_full_from_the_start_is_told_and_resuming_goes_on(tmp_path):
    (tmp_path / "class").mkdir()
    for name in ("a.txt", "b.txt"):
        (tmp_path / "class" / name).touch()
    request = Request(tmp_path / "class", tmp_path / "out", jobs=1)
    assert run_batch(request).stopped is None
    good, path = table(tmp_path / "out"), tmp_path / "out" / "journal.jsonl"
    first, _ = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(20 * first)  # it takes more room than all else
    again = dataclasses.replace(request, resume=True)
    with room_for(20 * len(first)):
        summary, stopped, _ = run_batch(again)
    assert isinstance(stopped, EnvironmentFaultError)
    assert (summary.entries, sum(summary.counts.values())) == (2, 1)
    assert run_batch(again).stopped is None
    assert table(tmp_path / "out") == good


def test_nobody_else_writes_into_the_folder_meanwhile(tmp_path):
    root = class_of(tmp_path / "class", 6, odd=False)
    (root / "a.py").write_text(SLEEPS)
    with begun(root, "--out", tmp_path / "out") as first:
        wait_until(lambda: (tmp_path / "out" / "batch.json").exists())
        second = batch(root, "--out", tmp_path / "out", "--resume")
        first.terminate()
        first.communicate(timeout=60)
    assert (second.returncode, first.returncode) == (2, 130)
    assert "Another grade batch is writing" in second.stderr
