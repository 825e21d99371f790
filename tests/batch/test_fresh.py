"""A class in which each student is asked with other numbers, by the key; nobody gets points for a neighbour's."""

import shutil

import pytest

from grader.api import grade
from grader.assignment import load_assignment
from grader.batch.numbers import sheet_of
from grader.batch.running import Request, run_batch
from grader.batch.seeds import SEEDS, seed_of
from grader.errors import UsageError
from grader.report import Report
from tests.batch.class_of import table
from tests.conftest import ROOT

LAB = ROOT / "assignments" / "knowledge-check"
RIGHT = (LAB / "examples" / "accepted" / "plain.py").read_text()
SEED = 1
KEYS = ("s001", "s002", "s003", "s004")


@pytest.fixture(scope="module")
def fresh(tmp_path_factory):
    """The lab with several numbers to choose from in its first question."""
    folder = tmp_path_factory.mktemp("fresh") / "knowledge-check"
    shutil.copytree(LAB, folder)
    manifest = folder / "assignment.toml"
    text = manifest.read_text()
    manifest.write_text(text.replace("said = { n = [5], d_k = [16] }", "said = { n = [5, 6, 7, 8], d_k = [9, 16] }"))
    return load_assignment(folder)


def answers(sheet):
    n = sheet.questions[0].said["n"]
    return f"{RIGHT}\nscores_shape = weights_shape = ({n}, {n})\n"


def graded(assignment, here, files):
    """Grade a class of these files; return its rows and its reports."""
    (here / "class").mkdir()
    for key, text in files.items():
        (here / "class" / f"{key}.py").write_text(text)
    outcome = run_batch(
        Request(path=here / "class", out=here / "out", assignment=str(assignment.folder), seed=SEED, jobs=1)
    )
    assert outcome.stopped is None
    reports = {
        key: Report.model_validate_json((here / "out" / "reports" / f"{key}.json").read_bytes()) for key in files
    }
    return table(here / "out"), reports


@pytest.mark.slow
def test_own_numbers_get_full_marks_and_a_neighbours_do_not(fresh, tmp_path):
    sheets = {key: sheet_of(key, SEED, fresh) for key in KEYS}
    first, other = KEYS[0], next(key for key in KEYS if answers(sheets[key]) != answers(sheets[KEYS[0]]))
    files = {key: answers(sheets[key]) for key in KEYS} | {other: answers(sheets[first])}
    rows, reports = graded(fresh, tmp_path, files)
    assert {key for key, row in rows.items() if row.score == row.max_score} == {*KEYS} - {other}
    assert rows[other].failed == ("shapes_of_attention",)
    assert f"n = {sheets[other].questions[0].said['n']}" in reports[other].checks[0].message
    assert rows[other].flags == (f"identical:{first}",)
    assert {key: report.seed for key, report in reports.items()} == {key: sheets[key].seed for key in KEYS}
    again = grade(files[other], fresh.folder, seed=reports[other].seed)
    assert again.checks == reports[other].checks


@pytest.mark.slow
def test_where_all_are_asked_the_same_an_equal_file_gets_an_equal_report(tmp_path):
    rows, reports = graded(load_assignment(LAB), tmp_path, dict.fromkeys(KEYS[:2], RIGHT))
    assert [row.score for row in rows.values()] == [7, 7]
    assert {report.seed for report in reports.values()} == {SEED}


@pytest.mark.slow
def test_without_a_seed_nobody_is_graded_by_numbers_that_were_never_asked(fresh):
    with pytest.raises(UsageError, match="--seed"):
        grade(RIGHT, fresh.folder)


def test_a_students_seed_hangs_on_the_class_and_on_the_key_only_where_a_lab_is_fresh(fresh):
    own = {(key, seed): seed_of(key, seed, fresh.manifest) for key in KEYS for seed in (0, 1)}
    assert len({*own.values()}) == len(own)
    assert all(0 <= seed < SEEDS for seed in own.values())
    assert {seed_of(key, SEED, load_assignment(LAB).manifest) for key in KEYS} == {SEED}


def test_the_first_numbers_are_those_of_the_examples(fresh):
    assert fresh.manifest.fresh
    assert not fresh.manifest.with_first_numbers().fresh
    assert fresh.manifest.with_first_numbers().function[0].said == {"n": (5,), "d_k": (9,)}
