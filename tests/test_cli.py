"""The command line as a person or a script meets it: a process with words, two streams and an exit code."""

import json
import os
import pty
import shutil
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path

import jsonschema
import pytest

from grader.manifest import Manifest
from grader.report import Report
from tests.conftest import ATTENTION, ROOT

ACCEPTED = ATTENTION / "examples" / "accepted" / "lesson_listing.py"
WRONG = ATTENTION / "examples" / "wrong" / "softmax_over_queries.py"  # 50 of 100 points
GRADE = [sys.executable, "-m", "grader"]
PATIENCE = 120  # seconds until a test that hangs is ended


@pytest.fixture
def here(tmp_path, monkeypatch) -> Path:
    """An empty working folder, and an environment without wishes of whoever runs the tests."""
    for name in [*os.environ]:
        if name.startswith("GRADER_") or name in ("NO_COLOR", "COLUMNS", "LINES"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path / "here"


@pytest.fixture
def empty(here) -> Path:
    """A folder with nothing to grade, which is found out before anything is run."""
    (here / "empty").mkdir()
    return here / "empty"


@pytest.fixture
def lab(here) -> Path:
    """A copy of the lab's manifest in a folder far from the others."""
    shutil.copytree(ATTENTION, here / "lab", ignore=shutil.ignore_patterns("examples"))
    return here / "lab"


def grade(*words: object, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run the command; `env` is added to the environment."""
    return subprocess.run(
        [*GRADE, *map(str, words)], capture_output=True, text=True, timeout=PATIENCE, env={**os.environ, **(env or {})}
    )


def grade_in_a_window(columns: int, *words: object) -> str:
    """What a terminal of so many columns is sent on stdout."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, columns))
    with subprocess.Popen([*GRADE, *map(str, words)], stdout=theirs, stderr=subprocess.PIPE):
        os.close(theirs)
        return _all_from(ours)


def _all_from(terminal: int) -> str:
    shown = b""
    try:
        while piece := os.read(terminal, 65536):
            shown += piece
    except OSError:  # how Linux says that the other end is closed
        pass
    finally:
        os.close(terminal)
    return shown.decode()


def complaint(run: subprocess.CompletedProcess[str]) -> str:
    """The one line on stderr of a run that has no result."""
    assert run.stdout == ""
    assert run.stderr.startswith("grade: ")
    assert run.stderr.index("\n") == len(run.stderr) - 1
    return run.stderr


# Runs that grade


def test_a_right_submission_ends_with_0_and_its_report_on_stdout(here):
    run = grade(ACCEPTED, "--format", "json", "--fail-under", "100")
    assert (run.returncode, run.stderr) == (0, "")
    assert Report.model_validate_json(run.stdout).score == 100
    jsonschema.validate(json.loads(run.stdout), Report.model_json_schema(mode="serialization"))


def test_a_seed_repeats_a_report_but_for_its_timings(here):
    first, second = (json.loads(grade(WRONG, "--seed", "7", "--format", "json").stdout) for _ in range(2))
    assert first.pop("timings") != second.pop("timings")
    assert first == second
    assert first["seed"] == 7


@pytest.mark.parametrize(("percent", "code"), [("50", 0), ("50.5", 1)])
def test_fail_under_ends_with_1_below_it_and_reports_all_the_same(here, percent, code):
    run = grade(WRONG, "--fail-under", percent)
    assert (run.returncode, run.stderr) == (code, "")
    assert "50 / 100" in run.stdout


def test_a_terminal_is_sent_colours_and_lines_that_fit(here):
    shown = grade_in_a_window(40, WRONG)
    assert "\x1b[32m✓\x1b[0m" in shown
    assert "\x1b[32m" + "━" * 20 + "\x1b[0m\x1b[2m" + "─" * 20 + "\x1b[0m\r\n" in shown


def test_a_terminal_without_wish_for_colours_is_sent_none(here, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    shown = grade_in_a_window(40, WRONG)
    assert "━" * 20 + "─" * 20 + "\r\n" in shown
    assert "\x1b" not in shown


def test_progress_is_shown_on_a_terminal_and_not_among_the_results(here):
    ours, theirs = pty.openpty()
    with subprocess.Popen([*GRADE, ACCEPTED, "--format", "json"], stdout=subprocess.PIPE, stderr=theirs) as process:
        os.close(theirs)
        shown = _all_from(ours)
        assert process.stdout is not None
        assert Report.model_validate_json(process.stdout.read()).score == 100
    assert "Loading torch and grading" in shown


def test_an_assignment_can_lie_anywhere_and_the_report_in_a_file(here, lab):
    run = grade(ACCEPTED, "-a", lab, "--format", "markdown", "-o", here / "report.md")
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
    assert (here / "report.md").read_text().startswith("# lesson\\_listing.py: 100 / 100\n")


def test_a_page_goes_to_a_file_or_where_stdout_is_led(here):
    run = grade(WRONG, "--format", "html", "-o", here / "report.html", "--seed", "7")
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
    assert "softmax_over_queries.py" in (here / "report.html").read_text()
    assert grade(here / "report.html", "--format", "html").returncode == 3


def test_a_page_is_not_poured_into_a_terminal(here):
    ours, theirs = pty.openpty()
    with subprocess.Popen([*GRADE, WRONG, "--format", "html"], stdout=theirs, stderr=subprocess.PIPE) as process:
        os.close(theirs)
        assert _all_from(ours) == ""
        assert b"add -o FILE" in process.stderr.read()
    assert process.returncode == 2


def _heed_every_signal() -> None:
    """Undo what a shell does to a command in the background, which is to ignore the interrupt for it."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_interrupted_run_ends_with_130_and_leaves_nothing_behind(here, monkeypatch, number):
    (here / "scratch").mkdir()
    monkeypatch.setenv("TMPDIR", str(here / "scratch"))
    note = here / "pid"
    sleeper = f"import os, pathlib, time\npathlib.Path({str(note)!r}).write_text(str(os.getpid()))\ntime.sleep(60)\n"
    (here / "sleeper.py").write_text(sleeper)
    command = [*GRADE, "sleeper.py", "--sandbox", "process"]  # the sandbox that lets it leave a note
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=_heed_every_signal
    ) as process:
        while not (note.exists() and note.read_text()) and process.poll() is None:
            time.sleep(0.01)
        process.send_signal(number)
        stdout, stderr = process.communicate(timeout=PATIENCE)
    assert (process.returncode, stdout, stderr.strip()) == (130, "", "grade: interrupted")
    assert not [*(here / "scratch").iterdir()]
    with pytest.raises(ProcessLookupError):
        os.kill(int(note.read_text()), 0)


def test_a_reference_that_fails_ends_with_4_and_costs_no_points(here, lab):
    (here / "broken.py").write_text("def softmax(scores):\n    raise ZeroDivisionError('oops')\n")
    manifest = (lab / "assignment.toml").read_text()
    (lab / "assignment.toml").write_text(manifest.replace("reference.attention:softmax", "broken:softmax"))
    run = grade(ACCEPTED, "-a", lab, "--format", "json")  # python -m finds broken.py in the working folder
    assert run.returncode == 4
    assert "oops" in run.stderr.splitlines()[0]
    report = Report.model_validate_json(run.stdout)
    assert (report.status, report.score, report.checks) == ("grader_error", None, ())


# Submissions that cannot be graded: found out before they are run


def test_what_cannot_be_graded_ends_with_3_and_a_sentence(empty):
    run = grade(empty)
    assert run.returncode == 3
    assert "empty holds no Python file" in complaint(run)


def test_what_cannot_be_graded_has_a_report_for_machines(empty):
    run = grade(empty, "--format", "json")
    report = Report.model_validate_json(run.stdout)
    assert (run.returncode, report.status, report.score) == (3, "rejected", None)
    assert run.stderr == f"grade: {report.message}\n"


def test_what_cannot_be_graded_leaves_no_older_report_in_the_file(empty, here):
    (here / "report.txt").write_text("100 / 100")
    run = grade(empty, "-o", "report.txt")
    assert run.returncode == 3
    assert "not graded" in (here / "report.txt").read_text()


def test_fail_under_does_not_hide_that_nothing_was_graded(empty):
    assert grade(empty, "--fail-under", "50").returncode == 3


def test_a_submission_called_like_a_command_is_reached_by_its_path(here):
    (here / "schema").mkdir()
    assert "schema holds no Python file" in complaint(grade("./schema"))


@pytest.mark.parametrize("name", ["submission", "grade", "-c"])
def test_a_submission_may_have_any_other_name(here, name):
    (here / name).mkdir()
    assert f"{name} holds no Python file" in complaint(grade("--", name))


@pytest.mark.parametrize("words", [["\x1b[31m.txt"], ["plain.txt", "-o", "\x1b[31m/x"]])
def test_a_name_with_control_characters_is_told_harmlessly(here, words):
    (here / words[0]).touch()
    assert "\x1b" not in complaint(grade(*words))


def test_a_name_that_is_no_text_is_reported_as_json_all_the_same(here):
    name = os.fsdecode(b"\xff.txt")
    (here / name).touch()
    assert Report.model_validate_json(grade(name, "--format", "json").stdout).submission.name.endswith(".txt")


# Faults that are not the submission's


def test_a_broken_manifest_ends_with_4_and_the_line_and_the_key_that_was_meant(lab):
    manifest = (lab / "assignment.toml").read_text()
    (lab / "assignment.toml").write_text(manifest.replace("call_seconds", "call_secnods"))
    line = next(n for n, text in enumerate(manifest.splitlines(), start=1) if "call_seconds" in text)
    run = grade(ACCEPTED, "-a", lab)
    assert run.returncode == 4
    assert run.stdout == ""
    assert f"{lab}/assignment.toml:{line}: " in run.stderr
    assert 'did you mean "call_seconds"?' in run.stderr


def run_a_command_that(raises: str) -> subprocess.CompletedProcess[str]:
    """Run a command of ours whose code is `raises`."""
    code = f"import click, grader.cli as g\ndef x(): {raises}\ng.cli.add_command(click.Command('x', callback=x))"
    return subprocess.run([sys.executable, "-c", f"{code}\ng.main(['x'])"], capture_output=True, text=True)


def test_a_bug_of_ours_ends_with_4_and_a_line_before_its_traceback(here):
    run = run_a_command_that("raise ValueError('two' + chr(10) + 'lines')")
    first, second, *_ = run.stderr.splitlines()
    assert (run.returncode, run.stdout) == (4, "")
    assert first == (
        "grade: This is a fault of the grader, not of the submission; no score is given (ValueError: two lines)."
    )
    assert second.startswith("Traceback")


def test_a_machine_that_fails_ends_with_5_and_one_line(here):
    run = run_a_command_that("raise OSError(28, 'No space left')")
    assert run.returncode == 5
    assert "This is a fault of this machine, not of the submission; no score is given" in complaint(run)


def test_a_machine_that_cannot_start_a_worker_ends_with_5(here):
    few = "import resource, sys, grader.cli; resource.setrlimit(resource.RLIMIT_NOFILE, (8, 8)); grader.cli.main()"
    run = subprocess.run([sys.executable, "-c", few, str(ACCEPTED)], capture_output=True, text=True, timeout=PATIENCE)
    assert run.returncode == 5
    assert "Too many open files" in complaint(run)


@pytest.mark.parametrize(
    ("file", "said"),
    [("missing/report.txt", "there is no folder missing"), (".", "it is a folder"), ("/dev/full", "No space left")],
)
def test_a_report_that_cannot_be_written_ends_with_5(empty, file, said):
    run = grade(empty, "-o", file)
    assert run.returncode == 5
    assert f"{file} cannot be written: {said}" in complaint(run)


def test_results_that_nobody_reads_end_with_5_and_no_traceback(here):
    with subprocess.Popen([*GRADE, "schema"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.close()
        _, stderr = process.communicate(timeout=PATIENCE)
    assert (process.returncode, stderr) == (5, "grade: The report cannot be written: Broken pipe.\n")


# Words that are wrong


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "Name the submission to grade, or see grade --help."),
        (["missing.py"], "There is no file or folder at 'missing.py'.\n"),
        (["x" * 300 + ".py"], "There is no file or folder at 'xxx"),
        (["x/" * 3000], "There is no file or folder at 'x/x/"),
        (["schemas"], "Did you mean the command schema?"),
        (["homework"], "There is no file or folder at 'homework'.\n"),
        ([""], "SUBMISSION"),
        (["--nope"], "No such option '--nope'"),
        ([WRONG, "--fromat", "json"], "'--format'"),
        ([WRONG, "--format", "yaml"], "'yaml' is not one of 'text', 'json'"),
        ([WRONG, "--sandbox", "none"], "'none' is not one of"),
        ([WRONG, "--seed", "many"], "'many' is not a valid integer"),
        ([WRONG, "--seed", "-1"], "-1 is not in the range"),
        ([WRONG, "--seed", str(2**53)], "is not in the range"),
        ([WRONG, "--fail-under", "101"], "101.0 is not in the range"),
        ([WRONG, WRONG], "unexpected extra argument"),
        (["schema", "more"], "unexpected extra argument"),
        ([WRONG, "-a", "attenton"], "There is no assignment 'attenton'"),
        ([WRONG, "-a", ""], "There is no assignment ''"),
        ([WRONG, "-o", WRONG], "is the submission; write the report to another file"),
    ],
    ids=lambda value: " ".join(Path(word).name for word in value) if isinstance(value, list) else "",
)
def test_wrong_words_end_with_2_and_one_clear_line(here, words, said):
    run = grade(*words)
    assert run.returncode == 2
    assert said in complaint(run)


def test_a_variable_that_is_none_of_ours_ends_with_2(here, monkeypatch):
    monkeypatch.setenv("GRADER_ASIGNMENTS", "labs")
    run = grade(WRONG)
    assert run.returncode == 2
    assert "Unknown environment variable GRADER_ASIGNMENTS" in complaint(run)


def test_a_broken_settings_file_ends_with_2(here):
    (here / "grader.toml").write_text("default_assignment")
    run = grade(WRONG)
    assert run.returncode == 2
    assert f"{here}/grader.toml is not TOML" in complaint(run)


# Words that ask for something else than grading


def test_schema_prints_that_of_the_manifest_if_asked(here):
    assert json.loads(grade("schema", "--manifest").stdout) == Manifest.model_json_schema()


def test_schema_prints_the_schema_of_the_report(here):
    run = grade("schema")
    assert (run.returncode, run.stderr) == (0, "")
    assert json.loads(run.stdout) == Report.model_json_schema(mode="serialization")


@pytest.mark.parametrize("words", [["--help"], ["-h"], ["attention.py", "--help"]])
def test_help_shows_both_ways_to_call_the_options_the_commands_and_the_codes(here, words):
    run = grade(*words)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.startswith("Usage: grade SUBMISSION [OPTIONS]\n       grade COMMAND [OPTIONS]\n")
    for word in (
        "--fail-under",
        "--sandbox",
        "Commands:\n  backup",
        "\n  batch",
        "\n  doctor",
        "\n  schema",
        "Exit codes: 0 graded",
    ):
        assert word in run.stdout


def test_version_is_told(here):
    assert grade("--version").stdout.startswith("grader ")


def test_nothing_heavy_is_loaded_before_the_worker_is_started(here):
    heavy = "import sys, grader.cli; print({'torch', 'numpy', 'pydantic', 'rich', 'grader.judge'} & {*sys.modules})"
    assert subprocess.run([sys.executable, "-c", heavy], capture_output=True, text=True).stdout == "set()\n"


def test_the_doctor_tells_layers_levels_and_ways_out(here):
    run = grade("doctor")
    assert (run.returncode, run.stderr) == (0, "")
    for word in ("Layers", "Levels, strongest first", "Ways out", "open a network socket"):
        assert word in run.stdout


def test_a_sandbox_weaker_than_required_stops_before_grading(here):
    required = {"GRADER_SANDBOX__REQUIRE": "namespaces"}
    run = grade(ACCEPTED, "--sandbox", "process", env=required)
    assert (run.returncode, run.stdout) == (5, "")
    assert run.stderr == (
        "grade: The sandbox level is process, but namespaces is required, by grader.toml or a variable GRADER_…. "
        "See grade doctor for what is missing.\n"
    )


def test_an_unknown_level_in_the_settings_is_one_line(here):
    run = grade(ACCEPTED, env={"GRADER_SANDBOX__REQUIRE": "fortress"})
    assert run.returncode == 2
    assert "sandbox.require" in run.stderr
    assert run.stderr.count("\n") == 1
