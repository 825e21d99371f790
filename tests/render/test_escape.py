import json
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from grader.render.escape import fenced, guarded, json_text, markdown, plain, unguarded
from tests.render.reports import acting, any_text

COMMONMARK = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])


@given(any_text)
def test_no_character_that_a_terminal_obeys_is_left(text):
    assert not acting(plain(text))


@given(any_text)
def test_plain_text_replaces_characters_and_drops_none(text):
    assert len(plain(text)) == len(text.replace("\r\n", "\n"))


@pytest.mark.parametrize(
    "character",
    [
        "\x1b",
        "\x07",
        "\x7f",
        "\x9b",
        "\u202e",
        "\u2066",
        "\u200e",
        "\u061c",
        "\u2028",
        "\ufffe",
        "\ud800",
        "\U000e0041",
    ],
)
def test_a_character_that_acts_is_replaced(character):
    assert plain(f"a{character}b") == "a\ufffdb"


@pytest.mark.parametrize("text", ["a\tb\nc", "QKᵀ/√d_k", "naïve", "注意", "سلام‌ها", "👩‍💻", "a\u00a0b"])
def test_a_character_that_only_shows_is_kept(text):
    assert plain(text) == text


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
def test_every_line_end_becomes_a_newline(end):
    assert plain(f"1%{end}2%") == "1%\n2%"


@given(any_text.filter(lambda text: not re.search("[\ud800-\udfff]", text)))
def test_json_keeps_its_value_and_shows_no_character_that_acts(text):
    written = json_text(json.dumps({"text": text}, ensure_ascii=False))
    assert json.loads(written) == {"text": text}
    assert not acting(written)


@given(any_text)
def test_markdown_shows_the_words_and_nothing_else(text):
    words = " ".join(plain(text).split())
    blocks = COMMONMARK.parse(markdown(text))
    inside = [child for block in blocks for child in block.children or ()]
    assert [block.type for block in blocks] == (["paragraph_open", "inline", "paragraph_close"] if words else [])
    assert {child.type for child in inside} <= {"text"}
    assert "".join(child.content for child in inside).replace("\u2060", "") == words


@pytest.mark.parametrize("text", ["@everyone", "#12", "http://x.example", "WWW.x.example"])
def test_what_sites_make_a_link_of_is_broken_by_a_word_joiner(text):
    assert "\u2060" in markdown(text)


@pytest.mark.parametrize("text", ["a/b", "d_k: 4", "row 2", "wwwx"])
def test_what_no_site_makes_a_link_of_has_no_word_joiner(text):
    assert "\u2060" not in markdown(text)


@pytest.mark.parametrize("text", ["# a", "1. a", "1.", "12) a", "- a", "+ a", "> a", "---", "a\n===", "| a |\n|---|"])
def test_no_line_starts_a_heading_a_list_a_quotation_or_a_table(text):
    assert COMMONMARK.parse(markdown(text))[0].type == "paragraph_open"


@pytest.mark.parametrize("text", ["0.5", "row 1. Then", "attention.py"])
def test_a_point_elsewhere_is_left_as_it_is(text):
    assert markdown(text) == text


@given(any_text)
@example("a\n```\nb")
@example("a\n`````\n```\nb")
def test_a_fenced_block_ends_only_where_it_is_ended(text):
    (block,) = COMMONMARK.parse(fenced(text))
    assert block.type == "fence"
    assert block.content.rstrip("\n") == plain(text).rstrip()


@given(st.text("=-@a1;\t\r\n\"' ", max_size=12) | any_text)
@example("a;=cmd|'/c calc'!A1")
@example("a\t=1")
@example('a;"=1')
@example("a; =1")
def test_wherever_a_spreadsheet_splits_a_cell_no_formula_begins(text):
    written = guarded(text)
    assert not any(cell.lstrip(' "').startswith(("=", "+", "-", "@")) for cell in re.split("[;\t\r\n]", written))
    assert guarded(unguarded(written)) == written


@pytest.mark.parametrize(
    ("text", "written"),
    [("=1", "'=1"), ("\t=1", "'\t'=1"), ("a;=1;b;-2", "a;'=1;b;'-2"), ("a\t@x", "a\t'@x"), (' "=1', "' \"=1")],
)
def test_an_apostrophe_stands_before_a_formula_and_is_taken_away_again(text, written):
    assert guarded(text) == written
    assert unguarded(written) == text


@pytest.mark.parametrize("text", ["Student 12", "a;b", "1;2", "a=b", "a - b; c", "scale: -1", "it's; 'so'", ""])
def test_text_that_no_spreadsheet_would_run_is_left_alone(text):
    assert guarded(text) == unguarded(text) == text
