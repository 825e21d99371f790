"""`grade --watch` as a person or a program meets it: a process that goes on, saves as editors make them, and an end."""

import fcntl
import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import termios
import threading
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import nbformat
import pytest

from grader.report import Report
from grader.submission.state import content_of
from grader.watching import SupersededError, Watched
from tests.conftest import ATTENTION, ROOT

pytestmark = pytest.mark.slow

WRONG = (ATTENTION / "examples" / "wrong" / "softmax_over_queries.py").read_text()  # 50 of 100 points
RIGHT = (ATTENTION / "examples" / "accepted" / "matmul.py").read_text()
PATIENCE = 120  # seconds until what does not come is missing
CLOCK = r"\d\d:\d\d:\d\d  "
END = r"\nattention 1.0.0 · seed .* s\n"  # the last line of a report
CLEARED = "\x1b[2J\x1b[1;1H"


class Stream:
    """What came from a descriptor so far, read beside the test."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor, self._came = descriptor, bytearray()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        try:
            while piece := os.read(self._descriptor, 65536):
                self._came += piece
        except OSError:  # how Linux says that the other end of a terminal is closed
            pass

    def __str__(self) -> str:
        return self._came.decode(errors="replace")

    def whole(self) -> str:
        """Everything, once the other end is closed."""
        self._reader.join(PATIENCE)
        os.close(self._descriptor)
        return str(self)


class Watch:
    """A running `grade --watch`. On a terminal both streams are that terminal, and there is no `err`."""

    def __init__(self, words: tuple[object, ...], terminal: bool) -> None:
        command = [sys.executable, "-m", "grader", "--watch", *map(str, words)]
        if terminal:
            ours, theirs = pty.openpty()
            termios.tcsetwinsize(theirs, (24, 80))
            err = theirs
        else:
            ours, theirs = os.pipe()
            our_err, err = os.pipe()
        self.process = subprocess.Popen(
            command, stdin=theirs if terminal else subprocess.DEVNULL, stdout=theirs, stderr=err, start_new_session=True,
            preexec_fn=lambda: _as_a_shell_starts_it(terminal),
        )  # fmt: skip
        for descriptor in {theirs, err}:
            os.close(descriptor)
        self.ours, self.out = ours, Stream(ours)
        self.err = self.out if terminal else Stream(our_err)

    def wait_for(self, text: str, times: int = 1, *, err: bool = False) -> None:
        """Wait until the pattern `text` came so many times."""
        stream, deadline = self.err if err else self.out, time.monotonic() + PATIENCE
        while len(re.findall(text, str(stream))) < times:
            assert time.monotonic() < deadline, f"{text!r} did not come in: {stream}"
            assert self.process.poll() is None, f"it ended: {self.out} {self.err}"
            time.sleep(0.01)

    def end(self, number: int = signal.SIGINT) -> str:
        """End it by a signal, as a person does, and return all of stdout."""
        self.process.send_signal(number)
        assert self.process.wait(PATIENCE) == 0
        return self.out.whole()


def _as_a_shell_starts_it(terminal: bool) -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    if terminal:
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)


@pytest.fixture
def here(tmp_path, monkeypatch) -> Path:
    """A working folder with a submission of 50 points, and an environment without wishes of whoever runs the tests."""
    for name in [*os.environ]:
        if name.startswith("GRADER_") or name in ("NO_COLOR", "COLUMNS", "LINES"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    Path("attention.py").write_text(WRONG)
    return tmp_path / "here"


@pytest.fixture
def watch() -> Iterator:
    """Start watches that end with the test."""
    started: list[Watch] = []

    def start(*words: object, terminal: bool = False) -> Watch:
        started.append(Watch(words, terminal))
        return started[-1]

    yield start
    for watching in started:
        watching.process.kill()
        watching.process.wait()


def save(text: str, path: Path = Path("attention.py")) -> None:
    """Save as vim, Emacs and many others do: a new file takes the place of the old one."""
    draft = path.with_name("draft~")
    draft.write_text(text)
    draft.replace(path)


# Saves


def test_it_grades_at_once_and_at_a_save_shows_what_changed(here, watch):
    watching = watch("attention.py")
    watching.wait_for(f"{CLOCK}50 / 100\n")
    save(RIGHT)
    watching.wait_for(END, 2)
    shown = watching.end()
    assert re.search(f"\n\n{CLOCK}50 → 100 / 100\n  ✓ now passed: The lesson's three tokens", shown)
    assert "\x1b" not in shown


def test_a_check_that_is_lost_is_named(here, watch):
    save(RIGHT)
    watching = watch("attention.py")
    watching.wait_for("100 / 100\n")
    save(WRONG)
    watching.wait_for("100 → 50 / 100\n  ✗ no longer passed: The lesson's three tokens")


def test_a_save_that_changes_no_result_is_told_with_the_time_of_day(here, watch):
    watching = watch("attention.py")
    watching.wait_for("50 / 100\n")
    save(WRONG + "# a remark\n")
    watching.wait_for(f"{CLOCK}50 / 100, nothing changed\n")


def test_a_file_that_is_truncated_and_written_in_pieces_is_graded_when_it_is_whole(here, watch):
    watching = watch("attention.py")
    watching.wait_for("50 / 100\n")
    with Path("attention.py").open("w") as file:
        for at in range(0, len(RIGHT), 200):
            file.write(RIGHT[at : at + 200])
            file.flush()
            time.sleep(0.02)
    watching.wait_for("→ 100 / 100\n")


class Looks:
    """Does at the n-th look at a submission what is planned for it."""

    def __init__(self, plan: dict[int, Callable[[], object]]) -> None:
        self.plan, self.count = plan, 0

    def __call__(self) -> None:
        self.count += 1
        self.plan.get(self.count, int)()


def test_a_save_of_the_same_text_is_no_run(here):
    looks = Looks({10: lambda: save(WRONG), 20: lambda: save(RIGHT)})
    watched = Watched(Path("attention.py"), looks)
    first = watched.wait_for_other_than("")
    second = watched.wait_for_other_than(first)
    assert looks.count > 20
    assert second == content_of(Path("attention.py")) != first


def test_a_save_in_pieces_is_waited_for_until_it_is_over(here):
    def add() -> None:
        with Path("attention.py").open("a") as file:
            file.write("# more\n")

    looks = Looks(dict.fromkeys(range(10, 30), add))
    watched = Watched(Path("attention.py"), looks)
    assert watched.wait_for_other_than(watched.wait_for_other_than("")) == content_of(Path("attention.py"))
    assert looks.count >= 30


def test_a_file_that_is_away_while_it_is_saved_is_waited_for(here):
    looks = Looks({10: Path("attention.py").unlink, 12: lambda: save(RIGHT)})
    watched = Watched(Path("attention.py"), looks)
    assert watched.wait_for_other_than(watched.wait_for_other_than("")) == content_of(Path("attention.py"))


def test_other_content_that_is_saved_after_the_wait_is_noticed(here):
    watched = Watched(Path("attention.py"), int)
    watched.wait_for_other_than("")
    save(WRONG)
    watched.insist_on_the_same()
    save(RIGHT)
    with pytest.raises(SupersededError):
        watched.insist_on_the_same()


def notebook(text: str) -> None:
    cells = [nbformat.v4.new_code_cell(text)]
    save(nbformat.writes(nbformat.v4.new_notebook(cells=cells)), Path("lab.ipynb"))


def zipped(text: str) -> None:
    with zipfile.ZipFile("lab.zip", "w") as archive:  # in place: half a zip is there for a moment
        archive.writestr("mine/attention.py", text)


def folder(text: str) -> None:
    Path("lab/inside").mkdir(parents=True, exist_ok=True)
    Path("lab/attention.py").write_text("from inside import steps\nfrom inside.steps import *\n")
    Path("lab/inside/__init__.py").touch()
    save(text, Path("lab/inside/steps.py"))


@pytest.mark.parametrize(("path", "write"), [("lab.ipynb", notebook), ("lab.zip", zipped), ("lab", folder)])
def test_a_notebook_a_zip_and_a_folder_are_watched_too(here, watch, path, write):
    write(WRONG)
    watching = watch(path)
    watching.wait_for(f"{CLOCK}50 / 100\n")
    write(RIGHT)
    watching.wait_for("→ 100 / 100\n")


def test_a_save_while_a_run_hangs_begins_it_anew(here, watch):
    save(f"import time\nprint('on its way')\ntime.sleep({PATIENCE})\n" + RIGHT)
    lab = shutil.copytree(ATTENTION, here / "lab", ignore=shutil.ignore_patterns("examples"))
    manifest = (lab / "assignment.toml").read_text()
    for limit in ("import_seconds = 20", "call_seconds = 10", "total_seconds = 120"):
        manifest = manifest.replace(limit, f"{limit.split()[0]} = {2 * PATIENCE}")
    (lab / "assignment.toml").write_text(manifest)
    watching = watch("attention.py", "-a", lab, terminal=True)
    watching.wait_for("Grading …", 3)
    save(RIGHT)
    watching.wait_for(f"{CLOCK}100 / 100")


# What is no submission for a while


def test_a_syntax_error_is_a_report_and_not_the_end(here, watch):
    watching = watch("attention.py")
    watching.wait_for("50 / 100\n")
    save(RIGHT[: RIGHT.index(")")])
    watching.wait_for("50 → 0 / 100\n")
    watching.wait_for("SyntaxError")
    save(RIGHT)
    watching.wait_for("0 → 100 / 100\n")


def test_what_cannot_be_graded_is_a_line_and_the_next_run_is_compared_with_the_last_score(here, watch):
    watching = watch("attention.py")
    watching.wait_for("50 / 100\n")
    save("")
    watching.wait_for(rf"{CLOCK}not graded: attention.py holds no code. .*\(it was 50 / 100\)\n")
    save(RIGHT)
    watching.wait_for("50 → 100 / 100\n")


def test_half_a_zip_is_a_line_and_the_whole_one_is_graded(here, watch):
    zipped(WRONG)
    whole = Path("lab.zip").read_bytes()
    Path("lab.zip").write_bytes(whole[:100])
    watching = watch("lab.zip")
    watching.wait_for(f"{CLOCK}not graded: lab.zip is not a zip that can be read")
    Path("lab.zip").write_bytes(whole)
    watching.wait_for(f"{CLOCK}50 / 100\n")


def test_a_file_that_is_gone_for_a_moment_is_graded_when_it_is_back(here, watch):
    watching = watch("attention.py")
    watching.wait_for("50 / 100\n")
    Path("attention.py").rename("attention.py~")
    time.sleep(0.15)
    Path("attention.py").write_text(RIGHT)
    watching.wait_for("50 → 100 / 100\n")


def test_a_file_that_stays_away_is_told_and_graded_when_it_is_back_unchanged(here, watch):
    watching = watch("attention.py")
    watching.wait_for("50 / 100\n")
    Path("attention.py").unlink()
    watching.wait_for(f"{CLOCK}attention.py is gone; it is graded when it is back\n")
    save(WRONG)
    watching.wait_for(f"{CLOCK}50 / 100, nothing changed\n")


# Where it is shown


def test_a_terminal_shows_the_newest_report_alone_headed_by_what_changed(here, watch):
    watching = watch("attention.py", terminal=True)
    watching.wait_for("Ctrl-C ends")
    save(RIGHT)
    watching.wait_for("Ctrl-C ends", 2)
    *_, first, second = str(watching.out).split(CLEARED)
    assert re.match(f"\x1b\\[1m{CLOCK}50 / 100\x1b", first)
    assert re.match(f"\x1b\\[1m{CLOCK}50 → 100 / 100\x1b.*\r\n\x1b\\[32m  ✓ now passed: ", second)
    assert re.search(f"\r\n{CLOCK}50 → 100 / 100 · watching attention.py, Ctrl-C ends\r\n$", second)


def test_a_terminal_that_obeys_nothing_is_not_cleared(here, watch, monkeypatch):
    monkeypatch.setenv("TERM", "dumb")
    watching = watch("attention.py", terminal=True)
    watching.wait_for("Ctrl-C ends")
    save(RIGHT)
    watching.wait_for("→ 100 / 100\r\n")
    assert CLEARED not in str(watching.out)


def test_a_file_is_rewritten_at_each_run_and_never_found_in_parts(here, watch):
    watching = watch("attention.py", "--format", "json", "-o", "report.json")
    watching.wait_for(f"{CLOCK}50 / 100\n", err=True)
    scores = {Report.model_validate_json(Path("report.json").read_text()).score}
    save(RIGHT)
    while scores != {50, 100}:
        scores.add(Report.model_validate_json(Path("report.json").read_text()).score)
    watching.wait_for("50 → 100 / 100\n  ✓ now passed", err=True)
    assert watching.end() == ""
    assert sorted(path.name for path in here.iterdir()) == ["attention.py", "report.json"]


def documents(text: str) -> list[Report]:
    decoder, reports = json.JSONDecoder(), []
    while text.strip():
        document, end = decoder.raw_decode(text)
        reports.append(Report.model_validate(document))
        text = text[end:].lstrip()
    return reports


@pytest.mark.parametrize("seed", [(), ("--seed", "7")])
def test_json_is_one_document_after_the_other_each_with_a_seed_of_its_own_or_the_given_one(here, watch, seed):
    watching = watch("attention.py", "--format", "json", *seed)
    watching.wait_for("50 / 100\n", err=True)
    save(RIGHT)
    watching.wait_for("50 → 100 / 100\n", err=True)
    first, second = documents(watching.end())
    assert (first.score, second.score) == (50, 100)
    assert {first.seed, second.seed} == {7} if seed else first.seed != second.seed


# Faults that are not the submission's


def test_a_fault_in_one_run_is_a_line_and_not_the_end(here, watch):
    lab = shutil.copytree(ATTENTION, here / "lab", ignore=shutil.ignore_patterns("examples"))
    manifest = (lab / "assignment.toml").read_text()
    watching = watch("attention.py", "-a", lab)
    watching.wait_for("50 / 100\n")
    (lab / "assignment.toml").write_text("id = ")
    save(RIGHT)
    watching.wait_for(f"{CLOCK}no report: .*assignment.toml is not TOML.*\n", err=True)
    (lab / "assignment.toml").write_text(manifest)
    save(RIGHT + "# again\n")
    watching.wait_for("50 → 100 / 100\n")


def test_a_file_that_cannot_be_written_is_a_line_and_not_the_end(here, watch):
    Path("out").mkdir()
    watching = watch("attention.py", "-o", "out/report.txt")
    watching.wait_for("50 / 100\n", err=True)
    Path("out").rename("elsewhere")
    save(RIGHT)
    watching.wait_for("no report: out/report.txt cannot be written: No such file or directory", err=True)
    Path("elsewhere").rename("out")
    save(WRONG)
    watching.wait_for("50 / 100, nothing changed\n", err=True)


def test_a_fork_server_that_died_is_replaced_at_the_next_save(here, watch):
    watching = watch("attention.py")
    watching.wait_for("50 / 100\n")
    children = Path(f"/proc/{watching.process.pid}/task/{watching.process.pid}/children").read_text().split()
    assert children
    for child in children:
        os.kill(int(child), signal.SIGKILL)
    save(RIGHT)
    watching.wait_for("50 → 100 / 100\n")


def test_what_no_save_can_mend_ends_it_in_the_first_run(here, watch):
    lab = shutil.copytree(ATTENTION, here / "lab", ignore=shutil.ignore_patterns("examples"))
    (lab / "assignment.toml").write_text("id = ")
    watching = watch("attention.py", "-a", lab)
    assert watching.process.wait(PATIENCE) == 4
    assert watching.err.whole().endswith("assignment.toml is not TOML: Invalid value (at end of document).\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["attention.py", "--fail-under", "50"], "--fail-under decides how grade ends; --watch goes on"),
        (["missing.py"], "There is no file or folder at 'missing.py'."),
        ([".", "-o", "report.py"], "report.py would be a part of the submission"),
    ],
)
def test_words_that_make_no_sense_end_it_with_2_before_it_begins(here, watch, words, said):
    watching = watch(*words)
    assert watching.process.wait(PATIENCE) == 2
    assert watching.err.whole().startswith(f"grade: {said}")


# Its end


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_interrupted_watch_ends_with_0_says_nothing_and_leaves_nothing_behind(here, watch, monkeypatch, number):
    (here / "scratch").mkdir()
    monkeypatch.setenv("TMPDIR", str(here / "scratch"))
    watching = watch("attention.py")
    watching.wait_for(END)
    (child,) = Path(f"/proc/{watching.process.pid}/task/{watching.process.pid}/children").read_text().split()
    watching.end(number)
    assert watching.err.whole() == ""
    assert not [*(here / "scratch").iterdir()]
    assert not Path(f"/proc/{child}").exists()


def test_control_c_on_a_terminal_ends_it_with_0(here, watch):
    watching = watch("attention.py", terminal=True)
    watching.wait_for("Ctrl-C ends")
    os.write(watching.ours, b"\x03")
    assert watching.process.wait(PATIENCE) == 0
    assert watching.out.whole().endswith("Ctrl-C ends\r\n^C\r\n")


def test_control_c_while_a_run_hangs_ends_it_with_0(here, watch):
    save(f"import time\ntime.sleep({PATIENCE})\n")
    watching = watch("attention.py", terminal=True)
    watching.wait_for("Grading …", 3)
    os.write(watching.ours, b"\x03")
    assert watching.process.wait(PATIENCE) == 0


def test_a_reader_that_goes_away_ends_it_with_0_without_a_save(here):
    command = [sys.executable, "-m", "grader", "--watch", "attention.py"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline().endswith("50 / 100\n")
        process.stdout.close()
        _, stderr = process.communicate(timeout=PATIENCE)
    assert (process.returncode, stderr) == (0, "")


def test_a_stream_that_takes_no_more_ends_it_with_5(here):
    command = [sys.executable, "-m", "grader", "--watch", "attention.py"]
    with Path("/dev/full").open("w") as full:
        run = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=PATIENCE)
    assert (run.returncode, run.stderr) == (5, "grade: The report cannot be written: No space left on device.\n")
