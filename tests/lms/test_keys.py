"""Keys: unique on any disk, safe, short, and the same from run to run."""

import random
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.lms.keys import LONGEST_KEY, unique_keys


def one(identity):
    return unique_keys([(identity, "")])[0]


def folded(key):
    return unicodedata.normalize("NFC", key.casefold())


@pytest.mark.parametrize("identity", ["1001", "s_001", "s001@example.org", "a-b.c", "Müller", "学生", "क्षितिज"])
def test_an_id_that_is_safe_is_its_own_key(identity):
    assert one(identity) == identity


@pytest.mark.parametrize(
    ("identity", "key"),
    [
        ("Student 12", "Student_12"),
        ("../../etc", "_.._etc"),
        (".hidden", "hidden"),
        ("-rf", "rf"),
        ("a/b\\c:d", "a_b_c_d"),
        ("=1+1", "_1_1"),
        ("a\udce9b\n", "a_b_"),
        ("CON", "_CON"),
        ("nul.py", "_nul.py"),
        ("...", "entry"),
        ("", "entry"),
        ("e\u0301", "é"),
    ],
)
def test_an_unsafe_id_becomes_a_safe_name(identity, key):
    assert one(identity) == key


def test_ids_that_a_disk_may_confuse_are_told_apart_by_marks():
    keys = unique_keys([("S1", "a"), ("s1", "b"), ("straße", ""), ("STRASSE", "")])
    assert len(set(map(folded, keys))) == 4
    assert all("-" in key for key in keys)


def test_equal_ids_of_different_things_are_told_apart():
    assert len(set(unique_keys([("s1", "entry"), ("s1", "unmatched")]))) == 2


def test_a_key_does_not_depend_on_the_order_of_the_class():
    pairs = [("S1", ""), ("s1", ""), ("s2", ""), ("x" * 300, ""), ("x" * 301, "")]
    before = dict(zip(pairs, unique_keys(pairs), strict=True))
    random.Random(1).shuffle(pairs)
    assert dict(zip(pairs, unique_keys(pairs), strict=True)) == before


@given(st.lists(st.text(st.characters(codec=None), max_size=130), max_size=8))
def test_keys_are_always_unique_safe_and_short(identities):
    keys = unique_keys([(identity, str(number)) for number, identity in enumerate(identities)])
    assert len(set(map(folded, keys))) == len(identities)
    for key in keys:
        assert 0 < len(key) <= LONGEST_KEY
        assert len(f"{key}.html".encode()) <= 255
        assert not set(key) & set('/\\:*?"<>| \0\n')
        assert key[0] not in "-."
        assert unicodedata.is_normalized("NFC", key)
