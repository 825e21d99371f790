"""Each key of a TOML text has the line on which it stands."""

import tomllib

import pytest

from grader.tomlplaces import line_of
from tests.conftest import ROOT

TEXT = '''\
a = 1
"quoted key" = "x = 1 [not, a] # table"
[t]
b.c = 2
words = """
[no.table]
key = 1
"""
rows = [
    # one row
    [1,
     2],
    { name = "x", shape = [
        "n", "m"], spread = 1.0 },
]
inline = { one = 1, two = { three = 3 } }
[[check]]
id = "x"
[[check]]
id = "y"  # [[check]]
[check.deep]
c = 3
[[check.given]]
[[check.given]]
f = 'it''s'
'''


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        (["a"], 1),
        (["quoted key"], 2),
        (["t"], 3),
        (["t", "b", "c"], 4),
        (["t", "words"], 5),
        (["t", "rows"], 9),
        (["t", "rows", 0, 1], 12),
        (["t", "rows", 1, "name"], 13),
        (["t", "rows", 1, "shape", 1], 14),
        (["t", "rows", 1, "spread"], 14),
        (["t", "rows", 1, "missing"], 13),
        (["t", "inline", "two", "three"], 16),
        (["check", 0, "id"], 18),
        (["check", 0, "missing"], 17),
        (["check", 1, "id"], 20),
        (["check", 1, "deep", "c"], 22),
        (["check", 1, "given", 0, "f"], 23),
        (["check", 1, "given", 1, "f"], 25),
        (["nowhere"], 1),
        ([], 1),
    ],
)
def test_a_key_has_its_own_line_and_a_missing_one_that_of_what_is_around_it(keys, line):
    assert line_of(TEXT.replace("'it''s'", "'its'"), keys) == line


def paths(value, keys=()):
    """Yield the path of each key and entry."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        yield (*keys, key)
        yield from paths(inner, (*keys, key))


@pytest.mark.parametrize("path", sorted(ROOT.glob("assignments/*/assignment.toml")), ids=lambda path: path.parent.name)
def test_each_key_of_a_shipped_manifest_stands_on_the_line_that_is_told(path):
    text = path.read_text()
    lines = text.splitlines()
    for keys in paths(tomllib.loads(text)):
        named = [key for key in keys if isinstance(key, str)][-1]
        assert isinstance(keys[-1], int) or named in lines[line_of(text, keys) - 1], keys


@pytest.mark.parametrize("text", ["[t", "= 1", "a = [1, 2", "a = { b = 1", 'a = "x', "]", "a"])
def test_a_text_that_breaks_off_does_not_hang(text):
    assert line_of(text, ["a", "b"]) == 1
