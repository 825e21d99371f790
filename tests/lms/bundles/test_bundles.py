"""The bundles, unpacked and run as the platforms run them; their environment stands in for the one they would build."""

import io
import json
import os
import shutil
import stat
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from grader.lms.bundles.gradescope import gradescope_bundle
from grader.lms.bundles.prairielearn import prairielearn_bundle
from tests.conftest import ATTENTION
from tests.lms.bundles.documented import Gradescope, Prairielearn

pytestmark = pytest.mark.slow

WRONG = ATTENTION / "examples" / "wrong" / "softmax_over_queries.py"  # 50 of 100 points
PATIENCE = 120


def unpack(data: bytes, into: Path) -> Path:
    """Unpack with the modes that the zip says, as the platforms do."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        archive.extractall(into)
        for member in archive.infolist():
            (into / member.filename).chmod(member.external_attr >> 16)
    return into


def environment(folder: Path, package: Path) -> None:
    """Put a `grade` into folder/venv that runs the bundle's own source."""
    command = folder / "venv" / "bin" / "grade"
    command.parent.mkdir(parents=True)
    command.write_text(f'#!/bin/sh\nPYTHONPATH="{package}" exec "{sys.executable}" -m grader "$@"\n')
    command.chmod(0o755)


@pytest.fixture
def gradescope(tmp_path, attention) -> Path:
    unpack(gradescope_bundle(attention), tmp_path / "source")
    environment(tmp_path, tmp_path / "source" / "package")
    (tmp_path / "submission").mkdir()
    return tmp_path


def run_gradescope(root: Path, require: str = "process") -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "AUTOGRADER_ROOT": str(root), "GRADER_SANDBOX__REQUIRE": require}
    return subprocess.run(
        [root / "source" / "run_autograder"], env=env, cwd=root, capture_output=True, text=True, timeout=PATIENCE
    )


def test_setup_and_run_are_at_the_root_begin_with_a_shebang_and_can_be_executed(gradescope):
    for name in ("setup.sh", "run_autograder"):
        path = gradescope / "source" / name
        assert path.read_bytes().startswith(b"#!")
        assert b"\r" not in path.read_bytes()
        assert path.stat().st_mode & stat.S_IXUSR
        subprocess.run(["bash", "-n", path], check=True)


def test_a_submission_in_gradescope_is_graded(gradescope):
    shutil.copy(WRONG, gradescope / "submission")
    run = run_gradescope(gradescope)
    assert (run.returncode, run.stdout) == (0, "")
    assert Gradescope.model_validate_json((gradescope / "results" / "results.json").read_bytes()).score == 50


def test_a_rejected_upload_in_gradescope_has_results_that_say_why(gradescope):
    (gradescope / "submission" / "notes.txt").write_text("no code")
    assert run_gradescope(gradescope).returncode == 0
    result = Gradescope.model_validate_json((gradescope / "results" / "results.json").read_bytes())
    assert "send it again" in result.output


def test_a_fault_in_gradescope_leaves_no_results_and_so_no_score(gradescope):
    shutil.copy(WRONG, gradescope / "submission")
    (gradescope / "source" / "assignment" / "assignment.toml").write_text("broken")
    (gradescope / "results").mkdir()
    (gradescope / "results" / "results.json").write_text('{"score": 100}')
    run = run_gradescope(gradescope)
    assert run.returncode == 4
    assert not (gradescope / "results" / "results.json").exists()


def test_a_bundle_holds_the_assignment_unchanged_and_is_the_same_each_time(gradescope, attention):
    assert (gradescope / "source" / "assignment" / "assignment.toml").read_bytes() == (
        ATTENTION / "assignment.toml"
    ).read_bytes()
    assert gradescope_bundle(attention) == gradescope_bundle(attention)
    assert not [*gradescope.rglob("__pycache__")]


@pytest.mark.parametrize(("source", "key"), [(WRONG.read_text(), "score"), ("", "format_errors"), (None, "message")])
def test_prairielearns_image_makes_the_results_folder_and_always_writes_results(tmp_path, attention, source, key):
    home = unpack(prairielearn_bundle(attention), tmp_path) / "image"
    environment(home, home / "package")
    (tmp_path / "grade" / "student").mkdir(parents=True)
    if source is None:
        shutil.rmtree(home / "assignment")  # a fault of ours
        (tmp_path / "grade" / "student" / "attention.py").write_text("")
    else:
        (tmp_path / "grade" / "student" / "attention.py").write_text(source)
    env = {
        **os.environ,
        "GRADE_ROOT": str(tmp_path / "grade"),
        "IMAGE_ROOT": str(home),
        "GRADER_SANDBOX__REQUIRE": "process",
    }
    run = subprocess.run(
        [home / "run_prairielearn"], env=env, cwd=tmp_path, timeout=PATIENCE, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    result = Prairielearn.model_validate_json((tmp_path / "grade" / "results" / "results.json").read_bytes())
    assert key in result.model_fields_set, (result, run.stderr)
    assert result.gradable is (key == "score")


def test_prairielearns_question_asks_for_the_file_and_names_what_the_image_runs(tmp_path, attention):
    unpacked = unpack(prairielearn_bundle(attention), tmp_path)
    info = json.loads((unpacked / "question" / "info.json").read_text())
    assert info["gradingMethod"] == "External"
    assert info["externalGradingOptions"]["entrypoint"] == "/opt/grader/run_prairielearn"
    assert 30 <= info["externalGradingOptions"]["timeout"] <= 600
    entry = attention.manifest.submission.entry
    assert f'file-names="{entry}"' in (unpacked / "question" / "question.html").read_text()
