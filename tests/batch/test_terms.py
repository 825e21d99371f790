"""A batch goes on under its own terms only, and what changed is told."""

import os

import numpy
import pytest
import torch

from grader.batch.terms import Terms, differences, digest_of_class, read_terms, versions
from grader.errors import UsageError
from grader.lms.reading import read_roster
from grader.report import AssignmentInfo

TERMS = Terms(
    assignment=AssignmentInfo(id="attention", version="1", digest="d"), folder="f", path="p", layout="auto",
    name_regex=None, sandbox="auto", pages=True, seed=1, submissions="s", entries=2,
    level="namespaces", versions={"grader": "1", "torch": "2"},
)  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"assignment": AssignmentInfo(id="attention", version="1", digest="e")}, "assignment"), ({"seed": 2}, "seed"),
        ({"entries": 3}, "there are 3"), ({"submissions": "t"}, "a file is another"), ({"pages": False}, "Pages"),
        ({"level": "process"}, "sandbox was namespaces, not process"),
        ({"versions": {"grader": "1", "torch": "3"}}, "torch was 2, not 3"),
        ({"versions": {"grader": "2", "torch": "2"}}, "grader was 1, not 2"),
        ({"versions": {"grader": "1"}}, "torch was 2, not unknown"),
    ],
)  # fmt: skip
def test_each_difference_is_one_sentence(changes, word):
    (why,) = differences(TERMS, TERMS.model_copy(update=changes))
    assert word in why


def test_another_place_and_another_word_for_the_same_sandbox_are_no_difference():
    same = {"path": "elsewhere", "folder": "moved", "sandbox": "namespaces"}
    assert not list(differences(TERMS, TERMS.model_copy(update=same)))


def test_all_that_computes_a_score_has_a_version_that_a_report_would_tell_too():
    assert set(versions()) == {"python", "grader", "numpy", "torch"}
    assert (versions()["numpy"], versions()["torch"]) == (numpy.__version__, torch.__version__)


@pytest.fixture
def class_of_two(tmp_path):
    (tmp_path / "s001.py").write_text("x = 1\n")
    (tmp_path / "s002" / "deep").mkdir(parents=True)
    (tmp_path / "s002" / "deep" / "attention.py").write_text("y = 1\n")
    (tmp_path / "s002" / "picture.png").write_text("")
    return tmp_path


def seen(root):
    return digest_of_class(read_roster(root), root)


def test_what_is_read_counts_and_what_is_not_does_not(class_of_two):
    before = seen(class_of_two)
    os.utime(class_of_two / "s001.py", (0, 0))
    (class_of_two / "s002" / "picture.png").write_text("another")
    assert seen(class_of_two) == before
    (class_of_two / "s002" / "deep" / "attention.py").write_text("y = 2\n")
    assert seen(class_of_two) != before


@pytest.mark.parametrize("name", ["s003.py", "notes.txt"])
def test_another_entry_counts(class_of_two, name):
    before = seen(class_of_two)
    (class_of_two / name).touch()
    assert seen(class_of_two) != before


def test_what_cannot_be_read_is_no_obstacle_and_no_pipe_is_opened(class_of_two):
    os.mkfifo(class_of_two / "s002" / "pipe.py")
    (class_of_two / "gone.zip").symlink_to("nowhere")
    assert seen(class_of_two) == seen(class_of_two)


def test_what_is_no_batch_json_is_refused(tmp_path):
    assert read_terms(tmp_path / "batch.json") is None
    (tmp_path / "batch.json").write_text("{}")
    with pytest.raises(UsageError, match="another folder"):
        read_terms(tmp_path / "batch.json")
