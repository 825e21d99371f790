"""`grade token`, `grade deliveries`, `grade backup` and `grade restore` as a person meets them."""

import os
import subprocess
import sys

import pytest

from grader.service.database import open_database, upgrade, writing
from grader.service.store import deliveries
from tests.conftest import ROOT
from tests.service.hooks import filled


@pytest.fixture
def grade(tmp_path):
    def run(*words: str, data: str = "data") -> subprocess.CompletedProcess[str]:
        known = {key: value for key, value in os.environ.items() if not key.startswith("GRADER_")}
        return subprocess.run(
            [sys.executable, "-m", "grader", *words], capture_output=True, text=True, timeout=300, cwd=tmp_path,
            env={**known, "PYTHONPATH": str(ROOT), "GRADER_SERVICE__DATA": data},
        )  # fmt: skip

    return run


@pytest.mark.slow
def test_tokens_are_made_shown_once_listed_and_revoked_and_all_of_it_is_backed_up(grade, tmp_path):
    made = grade("token", "add", "hook", "--course", "LM3", "--name", "the LMS", "--webhook")
    text, secret = made.stdout.splitlines()
    assert text.startswith("grade_")
    assert secret.startswith("whsec_")
    listed = grade("token", "list").stdout
    assert "the LMS" in listed
    assert text not in listed
    assert secret not in listed
    assert grade("token", "revoke", listed.split()[0]).returncode == 0
    assert "ended" in grade("token", "list").stdout
    assert grade("token", "revoke", "nothing").returncode == 2
    assert grade("backup", "all.tar").returncode == 0
    assert grade("restore", "all.tar").returncode == 2  # into what is there
    assert grade("restore", "all.tar", data="other").returncode == 0
    assert grade("token", "list", data="other").stdout == grade("token", "list").stdout


@pytest.mark.parametrize(
    "words", [("operator", "--course", "x"), ("hook",), ("student", "--course", "x"), ("hook", "--student", "s")]
)
def test_a_token_that_makes_no_sense_is_a_mistake_of_the_person(grade, words):
    assert grade("token", "add", *words).returncode == 2


@pytest.mark.slow
def test_what_did_not_arrive_is_listed_foretold_and_sent_again(grade, tmp_path):
    database = open_database(f"sqlite:///{tmp_path}/data/service.sqlite")
    upgrade(database)
    waits = filled.delivery(database, "https://lms.example/hook?key=secretword")
    dead = filled.delivery(database, "main", "s2", kind="canvas")
    with writing(database) as connection:
        deliveries.failed(connection, dead.id, "It answers 410.", None)

    assert {line.split()[0] for line in grade("deliveries").stdout.splitlines()} == {waits.id, dead.id}
    (line,) = grade("deliveries", "--dead").stdout.splitlines()
    assert line.endswith("canvas main  It answers 410.")
    foretold = grade("deliveries", "--dry-run").stdout
    assert "no connection [service.canvas.main]" in foretold
    assert "secretword" not in foretold
    assert "no dead delivery" in grade("deliveries", "--retry", waits.id).stderr
    assert grade("deliveries", "--retry", "all", "--dry-run").stdout.count("\n") == 1
    assert filled.now_of(database, dead).state == "dead"
    assert "1 will be sent again" in grade("deliveries", "--retry", dead.id).stderr
    assert filled.now_of(database, dead).state == "waiting"
    assert filled.now_of(database, waits) == waits
    database.dispose()
