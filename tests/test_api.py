"""Grading from Python: what a notebook or a script is given, and what is left when it is done."""

import gc
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from grader import Grader, Report, grade
from grader.errors import EnvironmentFaultError, UsageError
from grader.sandbox.runtime import Runtime
from tests.batch.class_of import alive, children, wait_until
from tests.conftest import ATTENTION, ROOT

pytestmark = pytest.mark.slow

ACCEPTED = ATTENTION / "examples" / "accepted" / "lesson_listing.py"
WRONG = ATTENTION / "examples" / "wrong" / "softmax_over_queries.py"  # 50 of 100 points
SLEEPS = "import time\ntime.sleep(1000)\n"


@pytest.fixture
def temporary(tmp_path, monkeypatch) -> Path:
    """The folder for temporary files, empty, and an environment without wishes of whoever runs the tests."""
    for name in [name for name in os.environ if name.startswith("GRADER_")]:
        monkeypatch.delenv(name)
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    monkeypatch.setattr("tempfile.tempdir", None)
    return tmp_path / "temporary"


@pytest.fixture(scope="module")
def shared():
    """One grader for the tests that only ask it something."""
    with Grader(ATTENTION) as made:
        yield made


def python(code: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a script of somebody else's in `folder`."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "GRADER_ASSIGNMENTS": str(ATTENTION.parent)}
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120, cwd=folder, env=environment
    )


def test_a_path_is_graded_and_leaves_no_process_and_no_file(temporary):
    before = children(os.getpid())
    report = grade(WRONG, ATTENTION, seed=7)
    assert isinstance(report, Report)
    assert (report.status, report.score, report.seed) == ("graded", 50, 7)
    assert children(os.getpid()) == before
    assert [*temporary.iterdir()] == []


def test_text_is_graded_as_a_file_of_the_name_that_the_handout_asks_for(shared):
    by_text, by_path = shared.grade(WRONG.read_text(), seed=7), shared.grade(str(WRONG), seed=7)
    assert by_text.submission.name == "attention.py"
    assert by_text.checks == by_path.checks
    assert by_text.diagnoses[0].bug == by_path.diagnoses[0].bug == "softmax-axis"


def test_many_submissions_share_one_fork_server(shared):
    before = children(os.getpid())
    assert [shared.grade(path).score for path in (ACCEPTED, WRONG, ACCEPTED)] == [100, 50, 100]
    assert before
    assert children(os.getpid()) == before


def test_threads_take_turns_and_each_gets_the_report_of_its_own_submission(shared):
    with ThreadPoolExecutor(4) as pool:
        reports = [*pool.map(shared.grade, [ACCEPTED, WRONG] * 4)]
    assert [report.score for report in reports] == [100, 50] * 4


def test_an_upload_that_cannot_be_graded_is_a_report(shared, tmp_path):
    (tmp_path / "essay.txt").write_text("words")
    for submission in (tmp_path / "essay.txt", "\n\n"):
        report = shared.grade(submission)
        assert (report.status, report.score) == ("rejected", None)
        assert report.message


@pytest.mark.parametrize("seed", [-1, 2**53])
def test_a_seed_that_no_report_can_hold_is_refused(shared, seed):
    with pytest.raises(UsageError, match="from 0 to"):
        shared.grade(WRONG, seed=seed)


def test_a_path_without_a_file_is_refused(shared):
    with pytest.raises(UsageError, match=r"no file or folder at nothing\.py"):
        shared.grade("nothing.py")


@pytest.mark.parametrize(
    ("words", "said"), [({"sandbox": "none"}, "There is no sandbox 'none'"), ({"assignment": "atention"}, "'atention'")]
)
def test_what_there_is_not_is_refused_before_a_process_starts(temporary, words, said):
    before = children(os.getpid())
    with pytest.raises(UsageError, match=said):
        Grader(**{"assignment": ATTENTION, **words})
    assert children(os.getpid()) == before


def test_a_sandbox_weaker_than_required_is_refused_and_leaves_nothing(temporary, monkeypatch):
    monkeypatch.setenv("GRADER_SANDBOX__REQUIRE", "landlock")
    with pytest.raises(EnvironmentFaultError, match="landlock is required"):
        grade(WRONG, ATTENTION, sandbox="process")
    assert [*temporary.iterdir()] == []


def test_a_closed_grader_says_so():
    made = Grader(ATTENTION, sandbox="process")
    made.close()
    made.close()
    with pytest.raises(UsageError, match="is closed"):
        made.grade(WRONG)


def test_a_forgotten_grader_ends_with_its_last_reference(temporary):
    before = {*children(os.getpid())}
    made = Grader(ATTENTION)
    (host,) = {*children(os.getpid())} - before
    del made
    gc.collect()
    assert not alive(host)
    assert [*temporary.iterdir()] == []


def test_a_forgotten_grader_ends_with_python(temporary, tmp_path):
    run = python(
        "import os\nfrom grader import Grader\nfrom tests.batch.class_of import children\n"
        f"kept = Grader({str(ATTENTION)!r})\nprint(*children(os.getpid()))",
        tmp_path,
    )
    assert (run.returncode, run.stderr) == (0, "")
    (host,) = map(int, run.stdout.split())
    wait_until(lambda: not alive(host), 10)
    assert [*temporary.iterdir()] == []


def test_an_interrupted_cell_leaves_nothing_behind(temporary, tmp_path):
    run = python(
        "import os, signal, threading\n"
        "from grader import grade\n"
        "from tests.batch.class_of import family\n"
        "threading.Timer(4, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        f"try:\n    grade({SLEEPS!r}, {str(ATTENTION)!r})\n"
        "except KeyboardInterrupt:\n    print(family(os.getpid()))\n",
        tmp_path,
    )
    assert (run.returncode, run.stderr, run.stdout) == (0, "", "[]\n")
    assert [*temporary.iterdir()] == []


def test_it_works_in_ipython_while_an_event_loop_runs_and_writes_nothing_beside_the_submission(temporary, tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    (home / "attention.py").write_text(WRONG.read_text())
    cell = "from grader import grade; report = grade('attention.py'); print(report.status, report.score)"
    run = python(
        "import asyncio, os\n"
        f"os.environ.update(HOME={str(tmp_path)!r}, IPYTHONDIR={str(tmp_path / 'ipython')!r})\n"
        "from IPython.core.interactiveshell import InteractiveShell\n"
        f"asyncio.run(InteractiveShell.instance().run_cell_async({cell!r}, transformed_cell={cell!r}))",
        home,
    )
    assert (run.stdout, run.stderr) == ("graded 50.0\n", "")
    assert [path.name for path in home.iterdir()] == ["attention.py"]
    assert [*temporary.iterdir()] == []


def test_the_judge_that_it_loads_into_a_notebook_does_not_load_torch(tmp_path):
    run = python("import sys, grader\ngrader.grade\nprint('torch' in sys.modules)", tmp_path)
    assert (run.stdout, run.stderr) == ("False\n", "")


def test_in_the_sandbox_the_package_brings_nothing_but_its_name(temporary):
    runtime = Runtime()
    code = "import sys; sys.path = [sys.argv[1]]; old = {*sys.modules}; import grader; print({*sys.modules} - old)"
    try:
        run = subprocess.run(
            [sys.executable, "-I", "-S", "-c", code, str(runtime.library)], capture_output=True, text=True
        )
        held = {path.relative_to(runtime.library / "grader").parts[0] for path in runtime.library.rglob("*.py")}
    finally:
        runtime.close()
    assert (run.stdout, run.stderr) == ("{'grader'}\n", "")
    assert held == {"__init__.py", "wire.py", "worker", "sandbox"}


def test_a_name_that_the_package_does_not_have_is_an_attribute_error():
    with pytest.raises(ImportError, match="cannot import name 'grad'"):
        exec("from grader import grad")
