"""Which file is graded: the one with the name asked for, else the only one, else none."""

import pytest

from grader.errors import RejectedError
from grader.submission.choosing import choose_entry


def chosen(*files):
    return choose_entry("lab.zip", files, "attention.py")


@pytest.mark.parametrize(
    "files",
    [
        ("attention.py",),
        ("attention.py", "other.py"),
        ("attention.py", "Attention.py"),
        ("attention.py", "my_attention.py"),
        ("attention.py", "attention.ipynb"),
        ("attention.py", "old/attention.py"),
        ("attention.py", "test_attention.py"),
        ("attention.py", "attention_test.py"),
    ],
)
def test_the_name_asked_for_wins(files):
    assert chosen(*reversed(files)) == "attention.py"


@pytest.mark.parametrize(
    "files",
    [
        ("ATTENTION.PY", "other.py"),
        ("Attention.ipynb", "other.py"),
        ("my_attention_final (2).py", "other.py"),
        ("lab/x/solution.py", "lab/x/test_attention.py", "lab/setup.py", "lab/conftest.py", "lab/__init__.py"),
        ("solution.py", "solution.ipynb"),
        ("solution.PY", "solution.ipynb"),
        ("test_mine.py",),
        ("my_attention.py", "attention_test.py"),
        ("solution.py", "attention_test.py", "test_attention.py"),
        ("mine_test.py",),
        ("attention_latest.py", "other.py"),
        ("setup_attention.py", "other.py"),
    ],
)
def test_the_nearest_name_is_taken(files):
    assert chosen(*reversed(files)) == files[0]


@pytest.mark.parametrize(
    "files",
    [
        ("a/attention.py", "b/attention.py"),
        ("one.py", "two.py"),
        ("a/x.py", "b/x.ipynb"),
        ("attention_1.py", "attention_2.py"),
    ],
)
def test_two_equally_good_files_are_refused_by_name(files):
    with pytest.raises(RejectedError) as refused:
        chosen(*files)
    assert all(text in str(refused.value) for text in (*files, "Call yours attention.py"))


def test_many_candidates_make_a_short_sentence():
    with pytest.raises(RejectedError) as refused:
        chosen(*(f"{'x' * 150}{number}.py" for number in range(1000)))
    assert len(str(refused.value)) < 1000


def test_no_file_is_refused():
    with pytest.raises(RejectedError, match=r"no Python file and no notebook.*attention\.py"):
        chosen()


def test_a_file_asked_for_may_be_called_like_a_test():
    assert choose_entry("lab.zip", ["test_lab.py", "other.py"], "test_lab.py") == "test_lab.py"
