"""The page as a parser reads it. How a browser shows it is tested in tests/browser."""

import base64
import fnmatch
import hashlib
import itertools
import re
import subprocess
import sys
import tomllib
from html.parser import HTMLParser

import pytest
from hypothesis import given

from grader.render.escape import plain
from grader.render.html import render_html
from grader.report import AssignmentInfo, Cause, Notice, OutputText, Status, SubmissionInfo
from tests.conftest import ROOT
from tests.render.reports import (
    acting,
    any_text,
    check,
    curve_figure,
    diagnosis,
    evidence,
    example,
    lookalikes,
    matrix_figure,
    passed,
    place,
    report,
    ungraded,
    written_by_student,
)

EXPLAINED = check(bugs=("softmax-axis",), evidence=(evidence(),))
FULL = report(
    passed(figure=matrix_figure()),
    EXPLAINED,
    check(id="overflow", figure=curve_figure(), evidence=(evidence(), evidence(index=(2, 0)))),
    diagnoses=(diagnosis(), diagnosis(bug="scale-missing", title="No scale"), diagnosis(bug=None)),
    notices=(Notice(kind="style", message="Called with arrays."),),
    output=OutputText(stdout="a\n", stderr="b"),
    environment={"python": "3.11"},
)


class Page(HTMLParser):
    """A page as tags with their attributes, and the words in between."""

    def __init__(self, report):
        super().__init__()
        self.source = render_html(report)
        self.tags, self.parts, self.open = [], [], []
        self.feed(self.source)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        self.open.append(tag)

    def handle_endtag(self, tag):
        while self.open.pop() != tag:
            pass
        if tag in ("td", "th", "dt"):
            self.parts.append(" ")

    def handle_data(self, data):
        if "style" not in self.open:
            self.parts.append(data)

    @property
    def words(self):
        return " ".join("".join(self.parts).split())

    @property
    def skeleton(self):
        return [(tag, sorted(attrs)) for tag, attrs in self.tags]

    def all(self, name):
        return [attrs for tag, attrs in self.tags if tag == name]


def words(**changes):
    return Page(report(**changes)).words


def told(found):
    return words(diagnoses=(found,))


# What a student wrote


@given(any_text.filter(lambda text: plain(text).strip()))
def test_students_text_makes_no_tag_and_no_attribute(text):
    assert Page(written_by_student(text)).skeleton == Page(written_by_student("word")).skeleton


@given(any_text)
def test_students_text_is_shown_letter_for_letter(text):
    shown = report(check(message=text))
    assert plain(shown.checks[0].message) in "".join(Page(shown).parts)


@given(any_text)
def test_no_character_that_a_reader_obeys_is_left(text):
    assert not acting(render_html(written_by_student(text)))


def test_the_command_that_repeats_a_run_quotes_the_name():
    named = SubmissionInfo(name="a'; rm -r b.py", sha256="", functions={})
    assert "grade 'a'\"'\"'; rm -r b.py' -a attention --seed 7" in words(submission=named)


# What the page is allowed to do


@pytest.mark.parametrize("shown", [FULL, ungraded()])
def test_the_policy_allows_the_pages_own_style_and_nothing_else(shown):
    page = Page(shown)
    (style,) = re.findall("<style>(.*?)</style>", page.source, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    (policy,) = [meta["content"] for meta in page.all("meta") if meta.get("http-equiv") == "Content-Security-Policy"]
    assert policy == f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"


def test_the_page_has_no_script_no_form_and_loads_nothing():
    page = Page(FULL)
    assert not {"script", "link", "img", "iframe", "form", "object", "base"} & {tag for tag, _ in page.tags}
    names = {name for _, attrs in page.tags for name in attrs}
    assert not [name for name in names if name.startswith("on") or name in ("style", "src", "srcset")]
    assert not re.search(r"url\(|@import|https?:", page.source)


def test_every_link_stays_on_the_page_and_arrives():
    page = Page(FULL)
    ids = [attrs["id"] for _, attrs in page.tags if "id" in attrs]
    wanted = {link["href"] for link in page.all("a")}
    assert wanted
    assert wanted <= {f"#{name}" for name in ids}
    assert len(ids) == len(set(ids))
    named = [name for _, attrs in page.tags for name in attrs.get("aria-labelledby", "").split()]
    assert set(named) <= set(ids)


# How it is built, for those who do not see it


def test_headings_begin_with_one_title_and_leave_out_no_step():
    levels = [int(tag[1]) for tag, _ in Page(FULL).tags if re.fullmatch(r"h\d", tag)]
    assert levels.count(1) == 1
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))


def test_there_is_one_of_each_landmark():
    tags = [tag for tag, _ in Page(FULL).tags]
    assert [tags.count(name) for name in ("header", "main", "footer")] == [1, 1, 1]


def test_every_table_has_a_caption_and_every_head_a_scope():
    page = Page(FULL)
    assert len(page.all("table")) == len(page.all("caption")) > 0
    assert {head["scope"] for head in page.all("th")} == {"row", "col"}


def test_drawings_have_words_or_are_hidden():
    assert all(svg.get("role") == "img" or svg.get("aria-hidden") == "true" for svg in Page(FULL).all("svg"))
    assert "d_k 4: yours 2, wanted 1." in Page(FULL).words


# The score


def test_the_score_and_the_number_of_passed_checks_come_first():
    assert words().startswith("5 / 15 · attention.py attention 1.0.0 attention.py 5 of 15 points, 1 of 2 checks passed")


def test_the_bar_has_a_piece_for_each_check_filled_as_far_as_it_is_earned():
    pieces = Page(report(passed(points=5, max_points=5), check(points=5, max_points=15))).all("rect")
    assert [float(piece["width"]) for piece in pieces] == [246, 246, 746, 248.7]


def test_an_assignment_without_points_has_no_bar():
    assert not Page(report(passed(points=0, max_points=0))).all("svg")


@pytest.mark.parametrize(("status", "title"), [("rejected", "cannot be graded"), ("grader_error", "The grader failed")])
def test_without_a_score_the_page_says_why_and_whose_turn_it_is(status, title):
    page = Page(ungraded("The file is empty.").model_copy(update={"status": status}))
    assert title in page.words
    assert "not graded" in page.words
    assert "The file is empty." in page.words
    assert "Checks" not in page.words


# Diagnoses


def test_a_diagnosis_tells_what_where_and_what_to_ask():
    shown = told(diagnosis())
    order = ["Look at this first", "The softmax runs over the queries", "Your columns sum to 1.", "Over which axis",
             "Line 12 decides this return e / e.sum(0)", "softmax(scores) and its weights", "Read again: LM3-T3"]  # fmt: skip
    assert [shown.index(part) for part in order] == sorted(shown.index(part) for part in order)


def test_the_example_marks_the_wrong_entries_with_more_than_colour():
    shown = told(diagnosis())
    assert "your weights 0 1 0 0.881 0.500 (wrong) 1 0.119 (wrong) 0.500" in shown
    assert "wanted weights 0 1 0 0.881 0.119 1 0.500 0.500" in shown


def test_an_example_of_another_shape_tells_both_and_marks_nothing():
    shown = told(diagnosis(example=example(got=(("1", "2"),))))
    assert "your weights, shape (1, 2)" in shown
    assert "wanted weights, shape (2, 2)" in shown
    assert "(wrong)" not in shown


def test_an_example_without_an_answer_says_what_came_instead():
    shown = told(diagnosis(example=example(got=(), message="ValueError: no")))
    assert "What came instead: ValueError: no" in shown
    assert "your weights" not in shown


def test_a_diagnosis_may_have_no_place_no_example_and_no_lesson():
    shown = told(diagnosis(place=None, example=None, lesson="", hint=""))
    assert "decides" not in shown
    assert "example" not in shown
    assert "Read again" not in shown


def test_the_repaired_line_is_shown_where_it_is_given():
    assert "With this line the failing checks pass return e / e.sum(1)" in told(
        diagnosis(place=place(change="return e / e.sum(1)"))
    )
    assert "With this line" not in told(diagnosis())


def test_the_file_of_a_place_is_named_where_it_is_another():
    assert "decides this (lab.py)" in told(diagnosis(place=place(file="lab.py")))


def test_bugs_that_no_number_tells_apart_are_named_together():
    assert "or: the scores are transposed (one of these two: no number tells them apart)" in told(
        diagnosis(also=lookalikes("the scores are transposed"))
    )
    assert "or: b (one of these three" in told(diagnosis(also=lookalikes("a", "b")))


def test_an_observation_does_not_pose_as_a_bug():
    shown = told(diagnosis(bug=None))
    assert "No known mistake fits these numbers" in shown
    assert "Look at this first" not in shown


# Checks


def test_an_explained_check_points_to_its_diagnosis_and_puts_its_message_away():
    source = render_html(report(EXPLAINED, diagnoses=(diagnosis(),)))
    told = source[source.index('id="check-row_sums"') :]
    assert 'Explained by: <a href="#diagnosis-1">The softmax runs over the queries</a>' in told
    assert told.index("<details>") < told.index("The weights of query 0 sum to 2.")
    assert "What should they sum to?" not in told


def test_a_check_whose_bug_has_no_diagnosis_speaks_for_itself():
    shown = words(checks=(EXPLAINED,))
    assert "Explained" not in shown
    assert "What should they sum to?" in shown


@pytest.mark.parametrize("status", Status)
def test_the_status_is_a_word(status):
    assert f"{status.value} points: 0/10" in words(checks=(check(status=status),))


def test_a_passed_check_says_no_more_than_its_title():
    assert "quietly" not in words(
        checks=(passed(message="quietly", hint="quietly", evidence=(evidence(case="quietly"),)),)
    )


def test_an_error_is_told_once():
    missing = {"cause": Cause.MISSING, "message": "There is no function called softmax."}
    shown = words(checks=(check(**missing), check(id="b", **missing)))
    assert shown.count("There is no function") == 1
    assert "The same error as above" in shown


def test_evidence_tells_place_and_error():
    shown = words(checks=(check(evidence=(evidence(index=(2, 0)),)),))
    assert "square at [2, 0] 2 1 500" in shown


# Figures, notes, output, footer


def test_wrong_weights_are_drawn_beside_the_wanted_ones_and_their_difference():
    shown = words(checks=(check(figure=matrix_figure()),))
    assert "yours key 0 key 1 sum query 0 1.000 (wrong) 0.250 1.25 (wrong)" in shown
    assert "wanted key 0 key 1 sum query 0 0.750 0.250 1.00" in shown
    assert "difference key 0 key 1 query 0 +0.250 0" in shown


def test_right_weights_are_drawn_once():
    shown = words(checks=(passed(figure=matrix_figure(got=matrix_figure().want)),))
    assert "Yours are the wanted ones." in shown
    assert "difference" not in shown


def test_a_value_that_is_no_number_is_told_in_the_plots_words():
    assert "d_k 16: yours no number, wanted 1.02." in words(checks=(check(figure=curve_figure(got=(2, None, 3, 4))),))


def test_notices_and_printed_text_are_shown():
    assert "They cost nothing. Called with arrays." in Page(FULL).words
    assert "stdout, 1 line a" in Page(FULL).words


def test_nothing_is_said_of_nothing():
    shown = words()
    assert not [part for part in ("drawn", "Notes", "printed", "SHA-256 of") if part in shown]


def test_the_footer_tells_how_to_repeat_the_run():
    shown = words()
    assert "digest 000000000000" in shown
    assert "process (limits)" in shown
    assert shown.endswith("To repeat this run: grade attention.py -a attention --seed 7")


def test_the_command_that_repeats_a_run_names_the_lab_whatever_the_readers_default_is():
    info = AssignmentInfo(id="causal-attention", version="1", digest="")
    assert "grade attention.py -a causal-attention --seed 7" in words(assignment=info)


def test_a_run_without_a_seed_cannot_be_repeated():
    assert "To repeat" not in words(seed=None)


# Around it


def test_other_forms_do_not_wait_for_the_template_engine():
    code = "import sys, grader.render.formats; sys.exit('jinja2' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT).returncode == 0


def test_the_templates_are_among_what_is_installed():
    kept = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["package-data"]["grader.render"]
    files = [
        path.relative_to(ROOT / "grader/render").as_posix() for path in (ROOT / "grader/render/templates").iterdir()
    ]
    assert files
    assert all(any(fnmatch.fnmatch(file, pattern) for pattern in kept) for file in files)
