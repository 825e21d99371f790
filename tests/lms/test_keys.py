"""Keys stand side by side as files on every system."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.lms.keys import safe, with_safe_keys
from grader.lms.roster import Entry, Roster

keys = st.text(st.characters(), max_size=200)
few = st.text("aAÄäß./\\ -:\u0308", min_size=0, max_size=3)


def folded(key):
    return unicodedata.normalize("NFC", key.casefold())


def renamed(*names):
    return [entry.key for entry in with_safe_keys(roster_of(*names)).entries]


def roster_of(*names):
    return Roster(layout="folder", entries=tuple(Entry(key=name) for name in names))


@pytest.mark.parametrize("key", ["s001", "12345678", "jörg", "anon_aB3dE", "a.b-c_d+e@school", "山田"])
def test_an_ordinary_key_stays_as_it_is(key):
    assert safe(key) == key


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("..", "_"), ("", "_"), (".hidden", "_.hidden"), ("-rf", "_-rf"), ("a/b", "a_b"), ("..\\x", "_.._x"),
        ("C:x", "C_x"), ("con", "_con"), ("NUL.txt", "_NUL.txt"), ("console", "console"), ("Student 12", "Student_12"), ("end.", "end"),
        ("a\nb", "a_b"), ("\u202egnp", "_gnp"), ("\ud800", "_"), ("e\u0301", "é"),
    ],
)  # fmt: skip
def test_what_no_file_can_be_called_is_changed(key, name):
    assert safe(key) == name


@given(keys)
def test_a_safe_key_is_one_short_visible_component_and_stays_safe(key):
    name = safe(key)
    assert 0 < len(name.encode()) <= 121
    assert not set(name) & set('/\\:*?"<>|\0')
    assert name[0] not in ".-~"
    assert name[-1] not in ". "
    assert safe(name) == name


@given(st.lists(st.one_of(keys, few), max_size=30))
def test_no_two_keys_are_equal_after_folding(names):
    result = renamed(*names)
    assert len({folded(key) for key in result}) == len(names)
    assert all(safe(key) == key for key in result)


def test_keys_that_differ_in_case_or_composition_only_are_numbered_and_noted():
    roster = with_safe_keys(roster_of("Anna", "anna", "e\u0301", "é", "anna"))
    assert [entry.key for entry in roster.entries] == ["Anna", "anna-2", "é", "é-2", "anna-3"]
    assert "The key anna is written anna-2 here." in roster.entries[1].note
    assert roster.entries[0].note == ""
