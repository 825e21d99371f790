import re

import pytest

from grader.diagnosis import symptoms
from grader.diagnosis.catalogue import catalogue
from grader.diagnosis.variant import WRONG
from grader.errors import AssignmentError
from tests.diagnosis.made import MANIFEST

WORDS = catalogue("en")
DECLARED = {example.bug for example in MANIFEST.examples.wrong.values()}
FROM_SYMPTOMS = {bug for bug, _ in symptoms._RAISED}
OWN = '[bug.softmax-axis]\ntitle = "Mine"\nexplanation = "{function} it is."\nhint = "?"\nlesson = "L2"\n'


@pytest.mark.parametrize("bug", sorted({variant.bug for variant in WRONG} | DECLARED | FROM_SYMPTOMS))
def test_each_bug_has_words(bug):
    assert bug in WORDS.bug


@pytest.mark.parametrize("bug", WORDS.bug)
def test_words_are_a_title_a_sentence_about_the_function_and_a_question(bug):
    entry = WORDS.of(bug, "softmax")
    assert entry.title
    assert not entry.title.endswith(".")
    assert "{" not in entry.explanation
    assert entry.explanation.endswith(".")
    assert "?" in entry.hint or entry.hint.endswith(".")


@pytest.mark.parametrize("bug", WORDS.bug)
def test_a_hint_gives_no_line_of_code(bug):
    assert not re.search(r"[a-z_]+\(|dim=|axis=|keepdim|\.T\b", WORDS.bug[bug].hint)


def test_a_bug_without_words_is_called_by_its_id():
    assert WORDS.of("new-bug", "softmax").title == "new-bug"


@pytest.mark.parametrize("mark", ["", "\N{BYTE ORDER MARK}"])
def test_an_assignment_replaces_entries_and_keeps_the_others(tmp_path, mark):
    (tmp_path / "words.toml").write_text(mark + OWN)
    words = catalogue("en", tmp_path / "words.toml")
    assert words.of("softmax-axis", "softmax").explanation == "softmax it is."
    assert words.of("softmax-axis", "softmax").lesson == "L2"
    assert words.bug["scale-missing"] == WORDS.bug["scale-missing"]


def test_a_language_that_is_not_there_needs_a_file(tmp_path):
    with pytest.raises(AssignmentError, match="words"):
        catalogue("de")
    (tmp_path / "words.toml").write_text(OWN)
    assert catalogue("de", tmp_path / "words.toml").of("softmax-axis", "f").title == "Mine"


@pytest.mark.parametrize("text", ["[bug.softmax-axis]\ntitle = 3\n", "not toml", "[bugs]\n"])
def test_a_file_that_is_no_catalogue_is_told(tmp_path, text):
    (tmp_path / "words.toml").write_text(text)
    with pytest.raises(AssignmentError, match=r"words\.toml"):
        catalogue("en", tmp_path / "words.toml")


def test_a_file_that_is_not_there_is_told(tmp_path):
    with pytest.raises(AssignmentError, match="cannot be read"):
        catalogue("en", tmp_path / "words.toml")
