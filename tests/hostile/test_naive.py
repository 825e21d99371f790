"""The forgeries are real: a grader that runs a submission in its own process believes each of them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
FORGERIES = sorted((HERE / "forgeries").glob("*.py"))
WRONG = "def answer(name):\n    return 0.0\n"
HALF = "def answer(name):\n    return 2**0.5\n"
RIGHT = "def answer(name):\n    return 2**0.5 if name == 'second' else 1.0986122886681098\n"


def believed(path, folder):
    """Return the score that the naive grader believes: that of its last line, if its exit status is 0."""
    run = subprocess.run(
        [sys.executable, "-I", HERE / "naive.py", path], cwd=folder, capture_output=True, text=True, timeout=30
    )
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout.splitlines()[-1])["score"]


def test_there_are_forgeries():
    assert len(FORGERIES) >= 12


@pytest.mark.parametrize("path", FORGERIES, ids=lambda path: path.stem)
def test_the_naive_grader_believes_a_forgery(path, tmp_path):
    assert believed(path, tmp_path) == 100


@pytest.mark.parametrize(("source", "score"), [(WRONG, 0), (HALF, 50), (RIGHT, 100)], ids=["wrong", "half", "right"])
def test_the_naive_grader_is_right_about_honest_answers(source, score, tmp_path):
    path = tmp_path / "honest.py"
    path.write_text(source)
    assert believed(path, tmp_path) == score
