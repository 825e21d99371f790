"""The audit finds what was left out, counted twice or made up."""

import pytest

from grader.lms.auditing import unaccounted
from grader.lms.roster import Entry, Roster
from tests.lms.downloads import CODE, laid


def audit(tmp_path, *entries, not_work=()):
    laid(tmp_path, {"s001.py": CODE, "s002/a.py": CODE, "s002/b.py": CODE, ".DS_Store": ""})
    return unaccounted(tmp_path, Roster(layout="folder", entries=entries, not_work=not_work))


ONE = Entry(key="1", path="s001.py")
TWO = Entry(key="2", path="s002")
NOISE = (".DS_Store",)


def test_a_whole_roster_adds_up(tmp_path):
    assert audit(tmp_path, ONE, TWO, not_work=NOISE) == ()


def test_files_may_be_named_one_by_one(tmp_path):
    two = Entry(key="2", path="s002/a.py", files={"a.py": "s002/a.py"}, passed_over=("s002/b.py",))
    assert audit(tmp_path, ONE, two, not_work=NOISE) == ()


@pytest.mark.parametrize(
    ("entries", "not_work", "sentence"),
    [
        ((ONE,), NOISE, "'s002/a.py' is in 0 places"),
        ((ONE, TWO), (), "'.DS_Store' is in 0 places"),
        ((ONE, TWO, Entry(key="3", path="s001.py")), NOISE, "'s001.py' is in 2 places"),
        ((ONE, TWO, Entry(key="3", passed_over=("s002/a.py",))), NOISE, "'s002/a.py' is in 2 places"),
        ((ONE, TWO, Entry(key="3", path="gone.py")), NOISE, "'gone.py' is not there"),
    ],
)
def test_what_does_not_add_up_is_said(tmp_path, entries, not_work, sentence):
    assert sentence in audit(tmp_path, *entries, not_work=not_work)
