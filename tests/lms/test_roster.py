"""The class list on disk: every path comes back as it was."""

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.lms.roster import Entry, Roster


@pytest.mark.parametrize("name", [os.fsdecode(b"caf\xe9.py"), "a\\b.py", r"\udce9", r"\\udce9", "学.py", "\\\udce9"])
def test_a_path_survives_json_whatever_its_encoding(name):
    roster = Roster(layout="folder", entries=(Entry(key="k", path=name, files={name: name}, passed_over=(name,)),))
    text = roster.model_dump_json()
    assert Roster.model_validate_json(text.encode()) == roster


@given(st.binary(max_size=20))
def test_any_name_of_a_disk_survives_json(name):
    entry = Entry(key="k", path=os.fsdecode(name))
    assert Entry.model_validate_json(entry.model_dump_json()) == entry


def test_a_path_that_is_plain_stays_readable():
    assert '"path":"a/ü.py"' in Entry(key="k", path="a/ü.py").model_dump_json()
