"""`grade numbers`: what students are to be asked, told before they are."""

import csv
import io

import pytest
from click.testing import CliRunner

from grader.assignment import load_assignment
from grader.batch.numbers import sheet_of
from grader.cli import cli
from grader.errors import UsageError
from grader.lms.roster import Entry, Roster
from tests.conftest import ROOT
from tests.verify.labs import copy_of

LAB = ROOT / "assignments" / "knowledge-check"
SCORES = ("said = { scores = [[2, 2, 0]] }", "said = { scores = [[2, 2, 0], [1, 1, 0], [3, -1, 0]] }")


@pytest.fixture(scope="module")
def fresh(tmp_path_factory):
    return copy_of(LAB, tmp_path_factory.mktemp("labs") / "fresh", assignment=SCORES)


def numbers(*words):
    done = CliRunner().invoke(cli, ["numbers", *map(str, words)], standalone_mode=False)
    if isinstance(done.exception, UsageError):
        raise done.exception
    assert done.exception is None
    return done


def test_each_student_has_a_sheet_with_the_numbers_that_the_seed_of_a_report_asks(fresh):
    text = numbers("s001", "s002", "--seed", 1, "-a", fresh).stdout
    for key in ("s001", "s002"):
        sheet = sheet_of(key, 1, load_assignment(fresh))
        assert f"{key}   seed {sheet.seed}\n" in text
        assert f"    scores = {sheet.questions[1].said['scores']}\n" in text.partition(key)[2]


def test_a_table_has_a_row_for_each_key_of_a_roster_and_a_column_for_each_number(fresh, tmp_path):
    roster = tmp_path / "roster.json"
    entries = tuple(Entry(key=f"s{n:03}", status="nothing") for n in range(30))
    roster.write_text(Roster(layout="folder", entries=entries).model_dump_json())
    rows = list(
        csv.DictReader(io.StringIO(numbers("--roster", roster, "--seed", 1, "-a", fresh, "--format", "csv").stdout))
    )
    assert [row["key"] for row in rows] == [entry.key for entry in entries]
    assert {row["softmax_by_hand scores"] for row in rows} == {"[2, 2, 0]", "[1, 1, 0]", "[3, -1, 0]"}
    assert {row["why_the_root d_k"] for row in rows} == {"64"}


def test_a_seed_that_was_drawn_is_told_for_the_batch(fresh):
    done = numbers("s001", "-a", fresh)
    drawn = int(done.stderr.split("--seed ")[1])
    assert numbers("s001", "--seed", drawn, "-a", fresh).stdout == done.stdout


@pytest.mark.parametrize(("words", "why"), [(["s001", "-a", str(LAB)], "same numbers"), ([], "Name the keys")])
def test_it_refuses_what_has_no_numbers_to_tell(fresh, words, why):
    with pytest.raises(UsageError, match=why):
        numbers(*(words or ["-a", fresh]))


def test_no_bundle_is_made_for_a_platform_that_cannot_tell_the_numbers(fresh, tmp_path):
    done = CliRunner().invoke(cli, ["export", "gradescope", "--bundle", str(tmp_path / "it.zip"), "-a", str(fresh)])
    assert isinstance(done.exception, UsageError)
    assert not (tmp_path / "it.zip").exists()
