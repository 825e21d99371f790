"""Bytes of a source to text: by mark, by declaration, as UTF-8, or guessed and said so."""

import codecs
from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from grader.errors import RejectedError
from grader.submission.text import decode_source, utf8
from tests.submission.uploads import messages, patient

declarations = st.sampled_from(["latin-1", "utf-16", "utf-7", "idna", "punycode", "undefined", "unicode_escape", "hex"])
letters = st.text(st.characters(exclude_characters="\r\0", exclude_categories=["Cs"]))


def decoded(data):
    return decode_source("lab.py", data)


@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "utf-16"])
@patient
@given(text=letters.filter(lambda text: not text.startswith("\ufeff")))
def test_text_with_or_without_a_mark_is_read_as_written(coding, text):
    assert decoded(text.encode(coding)).text == text


def test_a_mark_does_not_become_part_of_the_source():
    assert decoded(codecs.BOM_UTF8 + b"x = 1\n").text == "x = 1\n"


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
def test_every_line_end_becomes_a_newline(end):
    assert decoded(f"a = 1{end}b = 2{end}".encode()).text == "a = 1\nb = 2\n"


def test_utf8_needs_no_notice():
    assert decoded("x = 'é'".encode()).notices == ()


@pytest.mark.parametrize("order", ["utf-16-le", "utf-16-be"])
def test_utf16_of_either_order_is_read_with_a_notice(order):
    read = decoded("\ufeffx = 'é'".encode(order))
    assert read.text == "x = 'é'"
    assert "UTF-16" in messages(read.notices)


def test_half_a_character_of_utf16_is_refused():
    with pytest.raises(RejectedError, match="looks like UTF-16"):
        decoded(codecs.BOM_UTF16_LE + b"x")


@pytest.mark.parametrize(
    ("declared", "text"), [("latin-1", "é"), ("cp1251", "ж"), ("shift_jis", "あ"), ("gb18030", "注"), ("koi8-r", "ж")]
)
def test_a_declared_coding_is_believed(declared, text):
    source = f"#!/usr/bin/python\n# -*- coding: {declared} -*-\nx = '{text}'\n"
    assert decoded(source.encode(declared)) == (source, ())


def test_a_declared_coding_is_seen_between_lone_carriage_returns():
    assert decoded("#!python\r# coding: cp1251\rx = 'ж'".encode("cp1251")).text.endswith("'ж'")


@pytest.mark.parametrize(
    "declared",
    ["utf8mb4", "latin-42", "utf-16", "utf-7", "idna", "punycode", "undefined", "unicode_escape", "hex", "cp037"],
)
def test_utf8_that_declares_what_it_cannot_be_is_read_as_utf8(declared):
    source = f"# coding: {declared}\nx = '+AGE- é \\u0041'\n"
    assert decoded(source.encode()).text == source


def test_a_utf8_mark_counts_more_than_a_declaration():
    assert decoded(codecs.BOM_UTF8 + "# coding: latin-1\nx = 'é'".encode()).text.endswith("'é'")


def test_other_bytes_are_read_as_cp1252_with_a_notice():
    read = decoded(b"x = '\x80\xe9'  # \x81")
    assert read.text.startswith("x = '€é'")
    assert "cp1252" in messages(read.notices)


@pytest.mark.parametrize(
    "data",
    [b"x = 1\0", b"\x7fELF\x02\0\0", "x = 1".encode("utf-16-le"), "x = 1".encode("utf-32"), "x\0".encode("utf-16")],
)
def test_zero_bytes_are_refused(data):
    with pytest.raises(RejectedError, match="zero bytes"):
        decoded(data)


@patient
@given(
    st.one_of(
        st.binary(), st.builds(lambda name, tail: f"# coding: {name}\n".encode() + tail, declarations, st.binary())
    )
)
@example(b"# coding: undefined\n")
@example(b"# coding: idna\n" + b"xn--" * 100)
def test_any_bytes_are_text_or_refused(data):
    with suppress(RejectedError):
        assert "\r" not in decoded(data).text


@pytest.mark.parametrize(
    "source", ["# coding: latin-1\nx = 'é'", "\n# vim: set fileencoding=latin-1 :\nx = 'é'", "#é\nx = 'é'"]
)
def test_the_bytes_mean_what_the_text_says(source):
    space: dict[str, str] = {}
    exec(compile(utf8(source), "lab.py", "exec"), space)
    assert space["x"] == "é"


def test_lines_stay_where_they_are_when_the_coding_goes():
    assert utf8("#!python\n# coding: latin-1\nx = 1") == b"#!python\n#\nx = 1"


@pytest.mark.parametrize(
    "source", ['x = """\n# coding: latin-1\n"""', "x = 1  # coding: latin-1", "#\n\n# coding: latin-1"]
)
def test_what_declares_nothing_stays(source):
    assert utf8(source) == source.encode()


def test_a_lone_surrogate_does_not_stop_the_writing():
    assert utf8("x = '\ud800'") == b"x = '?'"
