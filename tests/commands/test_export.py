"""`grade export`, called in this process; what it prints is told apart by stream."""

import json
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from grader.cli import cli
from grader.errors import UsageError
from tests.lms.made import batch, line
from tests.render.reports import report, ungraded


@pytest.fixture
def folder(tmp_path) -> Path:
    lines = [
        line("s001", 60, user_id="101", raw_name="x_101_9_a.py"),
        line("s002", None, user_id="102", raw_name="x_102_8_a.py"),
        line("s003", None, row_changes={"status": "nothing", "reason": "Nothing was handed in."}),
    ]
    return batch(tmp_path / "out", lines, {"s001": report(), "s002": ungraded()})


def export(*words: object) -> Result:
    result = CliRunner().invoke(cli, ["export", *map(str, words)], standalone_mode=False)
    if result.exception:
        raise result.exception
    return result


def test_a_gradebook_goes_to_stdout_and_who_is_left_out_to_stderr(folder):
    result = export("canvas", folder, "--column", "Lab (5)")
    assert result.stdout.splitlines()[2:] == ["Student 001,101,,,,60"]
    assert result.stderr.splitlines() == [
        "1 entry written, 2 left out.",
        "  s002: not graded (The file is empty.)",
        "  s003: not graded (Nothing was handed in.)",
    ]


def test_a_template_is_filled_into_another_file(folder, tmp_path):
    template = tmp_path / "exported.csv"
    template.write_text("Student,ID,SIS Login ID,Section,Lab (5)\n    Points Possible,,,,10\nOne,101,s001,A,\n")
    export("canvas", folder, "--template", template, "--points", 10, "-o", tmp_path / "filled.csv")
    assert (tmp_path / "filled.csv").read_text().endswith("One,101,s001,A,6\n")
    with pytest.raises(UsageError, match="is the template"):
        export("canvas", folder, "--template", template, "--points", 10, "-o", template)


@pytest.mark.parametrize("form", ["moodle", "brightspace", "csv", "junit"])
def test_every_other_format_without_a_template_writes_something(folder, form):
    assert export(form, folder, "--column", "Lab").stdout


def test_a_comment_of_the_report_goes_into_a_moodle_worksheet_unless_it_is_not_wanted(folder, tmp_path):
    template = tmp_path / "worksheet.csv"
    template.write_text(
        'Identifier,"Full name",Grade,"Maximum Grade","Last modified (grade)","Feedback comments"\n'
        'Participant 4,"Student 001",,100.00,-,\n'
    )
    assert "Weights sum to 1 (0/10)" in export("moodle", folder, "--template", template).stdout
    assert "Feedback" not in export("moodle", folder, "--template", template, "--no-feedback").stdout


def test_feedback_zips_hold_the_pages_of_the_batch(folder, tmp_path):
    export("canvas-feedback", folder, "-o", tmp_path / "pages.zip")
    with zipfile.ZipFile(tmp_path / "pages.zip") as archive:
        assert archive.namelist() == ["x_101_9_feedback.html", "x_102_8_feedback.html"]
        assert archive.read("x_101_9_feedback.html") == b"<!doctype html><p>s001"


@pytest.mark.parametrize("form", ["gradescope", "prairielearn", "autolab"])
def test_one_report_is_exported_from_a_batch_by_key_or_from_its_file(folder, form):
    by_key = export(form, folder, "--key", "s001").stdout
    assert by_key == export(form, folder / "reports" / "s001.json").stdout
    assert json.loads(by_key.splitlines()[-1] if form == "autolab" else by_key)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["gradescope"], "3 entries; name one with --key"),
        (["gradescope", "--key", "s003"], "no report of 's003'"),
        (["gradescope", "--key", "../s001"], "no report of '../s001'"),
        (["blackboard"], "--template"),
        (["csv", "--template", __file__], "csv takes no template"),
        (["csv", "--bundle", "x.zip"], "bundles for gradescope and prairielearn"),
        (["gradescope", "--bundle", "x.zip", "--image", "course/lab"], "--image goes with prairielearn --bundle only"),
        (["prairielearn", "--image", "course/lab"], "--image goes with prairielearn --bundle only"),
    ],
)
def test_what_cannot_be_exported_is_a_usage_error_that_says_what_to_do(folder, words, complaint):
    with pytest.raises(UsageError, match=complaint):
        export(words[0], folder, *words[1:])


def test_a_bundle_needs_no_batch(tmp_path):
    export("gradescope", "--bundle", tmp_path / "autograder.zip")
    with zipfile.ZipFile(tmp_path / "autograder.zip") as archive:
        assert {"setup.sh", "run_autograder"} <= set(archive.namelist())


@pytest.mark.parametrize(
    ("options", "image"), [((), "organisation/grader:attention-1.0.0"), (("--image", "course/lab:3"), "course/lab:3")]
)
def test_prairielearns_question_names_the_image_that_one_is_told_to_push(tmp_path, options, image):
    told = export("prairielearn", "--bundle", tmp_path / "lab.zip", *options).stderr
    with zipfile.ZipFile(tmp_path / "lab.zip") as archive:
        question = json.loads(archive.read("question/info.json"))
    assert question["externalGradingOptions"]["image"] == image
    assert f"  docker push {image}\n" in told
    assert ("is a placeholder" in told) is (options == ())


def test_without_a_folder_or_a_bundle_there_is_nothing_to_do():
    with pytest.raises(UsageError, match="Name the folder"):
        export("canvas")


def test_autolabs_problem_is_named_by_column_and_its_feedback_can_be_left_out(folder):
    words = ["--key", "s001", "--column", "Lab", "--no-feedback"]
    assert export("autolab", folder, *words).stdout == '{"scores": {"Lab": 5.0}, "scoreboard": [5.0]}\n'
