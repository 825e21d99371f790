from hypothesis import given
from markdown_it import MarkdownIt

from grader.render.markdown import render_markdown
from grader.report import Cause, Notice, OutputText
from tests.render.reports import (
    acting,
    any_text,
    check,
    diagnosis,
    evidence,
    example,
    lookalikes,
    passed,
    place,
    report,
    ungraded,
    written_by_student,
)

COMMONMARK = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
MISSING = {"cause": Cause.MISSING, "message": "There is no function called softmax."}


def shape(text: str) -> list[str]:
    """What a Markdown reader makes of `text`: its blocks and spans, without the words."""
    blocks = COMMONMARK.parse(text)
    spans = [f"{child.type} {child.tag}" for block in blocks for child in block.children or () if child.tag]
    return [f"{block.type} {block.tag}" for block in blocks] + spans


@given(any_text.filter(str.strip))
def test_students_text_makes_no_block_and_no_span(text):
    assert shape(render_markdown(written_by_student(text))) == shape(render_markdown(written_by_student("word")))


@given(any_text)
def test_no_tag_link_or_image_comes_from_students_text(text):
    html = COMMONMARK.render(render_markdown(written_by_student(text)))
    assert not [tag for tag in ("<a", "<img", "<script", "<del", "<!--", "<hr") if tag in html]


@given(any_text)
def test_no_character_that_a_reader_obeys_is_left(text):
    assert acting(render_markdown(written_by_student(text))) <= {"\u2060"}


def test_a_pipe_makes_no_column():
    assert COMMONMARK.render(render_markdown(report(check(title="a | b")))).count("<td") == 3


def test_the_title_has_the_name_and_the_score():
    assert render_markdown(report()).startswith("# attention.py: 5 / 15\n\n| | check | points |\n")


def test_without_a_score_the_reason_follows_the_title():
    assert render_markdown(ungraded("Empty.")).startswith("# attention.py: not graded\n\nEmpty.\n\nattention 1.0.0")


def test_every_check_has_a_row():
    html = COMMONMARK.render(render_markdown(report()))
    assert html.count("<tr>") == 3  # the head and two checks


def test_a_failed_check_has_a_section():
    assert "## Weights sum to 1\n\nThe weights of query 0 sum to 2.\n\n*What should they sum to?*\n" in render_markdown(
        report()
    )


def test_a_passed_check_has_none():
    assert "##" not in render_markdown(report(passed()))


def test_a_check_without_a_hint_has_no_emphasis():
    assert "<em>" not in COMMONMARK.render(render_markdown(report(check(hint=""))))


def test_observations_are_a_list():
    shown = render_markdown(report(check(evidence=(evidence(), evidence(error_over_tolerance=0.5)))))
    assert "- square: 2; should be 1\n- square: right\n" in shown


def test_a_repeated_error_is_told_once():
    shown = render_markdown(report(check(title="First", **MISSING), check(id="b", **MISSING)))
    assert shown.count("There is no function") == 1
    assert "The same error as in “First”." in shown


def test_notices_are_a_list():
    notices = (Notice(kind="style", message="One."), Notice(kind="style", message="Two."))
    assert "\n- One.\n- Two.\n" in render_markdown(report(notices=notices))


def test_printed_text_is_a_code_block():
    assert "Printed to stderr:\n\n```text\n# hello\n```\n" in render_markdown(
        report(output=OutputText(stderr="# hello"))
    )


def test_blank_printed_text_is_left_out():
    assert "Printed" not in render_markdown(report(output=OutputText(stdout=" \n")))


def test_the_last_line_tells_how_to_grade_the_same_again():
    assert render_markdown(report()).endswith("\nattention 1.0.0, seed 7, sandbox process\n")


def test_a_diagnosis_comes_before_the_table():
    shown = render_markdown(report(diagnoses=(diagnosis(),)))
    told = "## The softmax runs over the queries\n\nYour columns sum to 1\\.".replace("\\.", ".")
    assert shown.index(told) < shown.index("```text\nreturn e / e.sum(0)\n```") < shown.index("| | check |")
    assert "2  0      0.881  0.500  ←    0.881  0.119\n" in shown
    assert "*Over which axis do yours add to 1?*" in shown


def test_a_diagnosis_may_have_nothing_but_its_sentence():
    bare = diagnosis(place=None, example=None, hint="", lesson="")
    assert "Your columns sum to 1.\n\n| | check" in render_markdown(report(diagnoses=(bare,)))


def test_the_repaired_line_and_what_came_instead_are_shown():
    found = diagnosis(
        place=place(change="return 1"), example=example(got=(), message="ValueError"), also=lookalikes("b"), bug=None
    )
    shown = render_markdown(report(diagnoses=(found,)))
    assert "With this line the failing checks pass:\n\n```text\nreturn 1\n```" in shown
    assert "\n\nValueError\n\n" in shown
    assert "\n\nor: b \\(one of these two" in shown
    assert "No known mistake fits" in shown


def test_an_explained_check_has_its_cause_in_the_table_and_no_section():
    shown = render_markdown(report(check(bugs=("softmax-axis",)), diagnoses=(diagnosis(),)))
    assert "| failed | Weights sum to 1 \\(explained by “The softmax runs over the queries”\\) | 0/10 |" in shown
    assert "## Weights" not in shown
