"""A class graded again, with real workers: by the same rubric, by another, and put into place."""

import shutil
import zipfile

import pytest
from click.testing import CliRunner

from grader.batch.regrading import Result, regrading
from grader.batch.rerun import pairs, put_in_place
from grader.batch.running import Request, run_batch
from grader.commands.regrade import regrade
from grader.errors import EnvironmentFaultError, UsageError
from tests.batch.classes import row
from tests.conftest import ATTENTION

pytestmark = pytest.mark.slow


@pytest.fixture
def folder(graded, tmp_path):
    """A copy of the batch's folder, and a lab in which the √d_k check is worth twice as much."""
    shutil.copytree(graded / "out", tmp_path / "out")
    shutil.copytree(ATTENTION, tmp_path / "dearer")
    manifest = tmp_path / "dearer" / "assignment.toml"
    text = manifest.read_text(encoding="utf-8")
    before, check, after = text.partition('id = "sqrt_dk"')
    manifest.write_text(before + check + after.replace("points = 15", "points = 30", 1), encoding="utf-8")
    return tmp_path / "out"


def contents(folder):
    return {path.relative_to(folder): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def run(*words):
    return CliRunner(catch_exceptions=False).invoke(regrade, [str(word) for word in words])


def test_the_same_rubric_moves_nobody_and_writes_nothing(folder):
    before = contents(folder)
    assert "0 down, 0 up, 3 with the same share" in run(folder, "--jobs", 1).output
    assert contents(folder) == before


def test_a_class_that_came_as_a_zip_is_read_from_it_again(tmp_path):
    with zipfile.ZipFile(tmp_path / "class.zip", "w") as archive:
        archive.writestr("s001.txt", "an essay")
    outcome = run_batch(Request(path=tmp_path / "class.zip", out=tmp_path / "out", assignment=str(ATTENTION), jobs=1))
    assert outcome.stopped is None
    assert "1 entries: 0 down, 0 up, 1 with the same share" in run(tmp_path / "out", "--jobs", 1).output


def test_another_rubric_is_told_and_applied_only_when_asked_with_the_old_kept(folder, tmp_path):
    before = contents(folder)
    dearer = ["-a", tmp_path / "dearer", "--jobs", 1]
    told = run(folder, *dearer, "-o", tmp_path / "moves.csv").output
    assert "s002: 60 / 100 → 60 / 115" in told
    assert "check sqrt_dk: 15 points → 30 points" in told
    assert "Nothing was changed" in told
    assert contents(folder) == before
    assert (tmp_path / "moves.csv").read_text(encoding="utf-8").count("\n") == 3  # s003 has no score to move

    run(folder, *dearer, "--apply")
    assert contents(folder / "before-1") == before
    assert "60,115" in (folder / "grades.csv").read_text(encoding="utf-8")
    assert (folder / "feedback" / "s002.html").is_file()
    assert not list(folder.glob(".regrade-*"))


def test_what_a_killed_regrade_left_is_cleared_away_by_the_next(folder):
    (folder / ".regrade-abc" / "batch").mkdir(parents=True)
    (folder / ".regrade-abc" / "batch" / "batch.json").write_text("{}")
    assert "0 down, 0 up" in run(folder, "--jobs", 1).output
    assert not list(folder.glob(".regrade-*"))


def test_a_score_is_never_replaced_by_a_fault_of_ours(tmp_path):
    before = Result(row(), None)
    after = Result(row(status="grader_error", score=None, reason="No worker."), None)
    (tmp_path / "grades.csv").touch()
    with pytest.raises(UsageError, match="Nothing was changed"):
        put_in_place(tmp_path, tmp_path / "new", regrading([(before, after)]))
    assert [path.name for path in tmp_path.iterdir()] == ["grades.csv"]


def test_a_folder_that_is_no_batch_is_refused(tmp_path):
    with pytest.raises(UsageError, match="is not the folder of a batch"):
        run(tmp_path)


def test_what_would_fail_at_the_end_is_refused_before_anything_is_graded(folder, tmp_path):
    (tmp_path / "lab").mkdir()  # whoever gets as far as grading would say that there is no assignment
    with pytest.raises(EnvironmentFaultError, match="there is no folder"):
        run(folder, "-a", tmp_path / "lab", "-o", tmp_path / "nodir" / "moves.csv")
    text = (folder / "grades.csv").read_text()
    (folder / "grades.csv").write_text(text[: text.index("s002")])
    with pytest.raises(UsageError, match="not come to its end"):
        run(folder, "-a", tmp_path / "lab")


def test_a_damaged_report_is_named(folder):
    (folder / "reports" / "s002.json").write_text("{}")
    with pytest.raises(UsageError, match="s002"):
        list(pairs(folder, folder))
