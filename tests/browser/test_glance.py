"""The class at a glance in Chromium: it sorts and filters, students' text runs nothing, it fits and can be read."""

import re

import pytest

from grader.batch.cohort import Cohort, Words
from grader.batch.evidence import evidence_page
from grader.batch.glance import glance
from grader.batch.passages import Passages, Side
from grader.batch.similarity import Submission, similarity
from tests.batch.classes import blank, row, some_class, tally
from tests.browser.test_page import CONTRASTS, EACH_OR_ALL, LONG, fits

pytestmark = pytest.mark.slow


def shown(*rows, cohort=None, **how):
    return glance(rows, cohort or Cohort(checks=(tally(),)), title="Attention", **how)


def every_kind(text="a word"):
    """A class in which every part of the page has something, with `text` where a student's words come."""
    theirs = {"name": text, "reason": text, "file": text, "flags": (text, f"identical:{text}")}
    statuses = ("nothing", "not code", "unmatched", "rejected", "grader_error")
    rows = [row(**theirs), row(**theirs, key="s002", bugs=(), late=True)]
    rows += [blank(**theirs, key=status, status=status) for status in statuses]
    checks = (tally(), tally("overflow", partial=2, skipped=1))
    return shown(*rows, cohort=Cohort(checks=checks, bugs={"scale-missing": Words(title=text, hint=text)}))


def column(page, number):
    return page.locator(f"#rows tbody tr:visible > :nth-child({number})").all_inner_texts()


@pytest.mark.parametrize("text", EACH_OR_ALL)
def test_students_text_runs_no_script_and_makes_no_request(open_page, text):
    page = open_page(every_kind(text))
    page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true })")
    for head in page.locator("#rows thead button").all():
        head.click()
    page.locator("#find").fill(text)
    assert page.evaluate("window.owned") is None
    assert page.seen == []
    assert page.locator("script").count() == 1
    assert page.locator("iframe, img, form, meta[http-equiv=refresh], [onload], [onfocus]").count() == 0
    assert "".join(text.split()) in "".join(page.locator("main").inner_text().split())


def test_the_policy_stops_what_would_slip_through(open_page):
    slip = "<script>window.owned = 1</script><img src='http://127.0.0.1:9/x' onerror='window.owned = 1'>"
    source = every_kind()
    without = re.sub("<meta http-equiv[^>]*>", "", source)
    assert open_page(without.replace("</main>", f"{slip}</main>")).evaluate("window.owned") == 1
    assert open_page(source.replace("</main>", f"{slip}</main>")).evaluate("window.owned") is None


def test_a_column_sorts_by_number_or_by_name_up_then_down_and_nothing_comes_last(open_page):
    scores = [("Student 10", 100), ("Student 9", 7.5), ("Student 1", None)]
    rows = [
        row(key=name, name=name, score=score) if score is not None else blank(key=name, name=name)
        for name, score in scores
    ]
    page = open_page(shown(*rows))
    page.get_by_role("button", name="Score").click()
    assert column(page, 2) == ["7.5/100", "100/100", ""]
    assert page.get_by_role("columnheader", name="Score").get_attribute("aria-sort") == "ascending"
    page.get_by_role("button", name="Score").click()
    assert column(page, 2) == ["100/100", "7.5/100", ""]
    page.get_by_role("button", name="Student").click()
    assert column(page, 1) == ["Student 1", "Student 9", "Student 10"]
    assert page.locator("[aria-sort]").count() == 1


def test_a_filter_takes_words_and_a_status_and_says_how_many_are_left(open_page):
    rows = [row(key="s1", name="Student 1"), row(key="s2", name="Student 2", bugs=("softmax-axis",)), blank(key="s3")]
    page = open_page(shown(*rows))
    page.get_by_label("Find").fill("AXIS student")
    assert [text.split()[1] for text in column(page, 1)] == ["2"]
    assert page.get_by_role("status").inner_text() == "1 of 3"
    page.get_by_label("Find").fill("")
    page.get_by_label("Status").select_option("nothing handed in")
    assert column(page, 3) == ["nothing handed in"]
    page.get_by_label("Find").fill("axis")
    assert column(page, 1) == []


def test_a_bug_and_a_check_lead_to_their_rows(open_page):
    page = open_page(shown(row(), row(key="s002", bugs=("softmax-axis",), failed=("row_sums",))))
    page.get_by_role("link", name="who not").click()
    assert len(column(page, 1)) == 1
    assert "sqrt_dk" in column(page, 5)[0]
    page.locator("summary", has_text="softmax-axis").click()
    page.get_by_role("link", name="Find them in the table").locator("visible=true").click()
    assert column(page, 4) == ["softmax-axis"]


def test_without_script_every_row_is_there_and_no_control_that_does_nothing(open_page):
    page = open_page(re.sub("<script>.*?</script>", "", every_kind(), flags=re.S))
    assert len(column(page, 1)) == 7
    assert page.locator("button:visible, input:visible, select:visible").count() == 0


@pytest.mark.parametrize("text", ["a word", LONG])
def test_no_page_is_wider_than_its_window(open_page, text):
    assert fits(open_page(every_kind(text)), 320, 360, 768, 1024, 1280)


@pytest.mark.parametrize("width", [360, 1280])
def test_no_column_runs_into_the_next(open_page, width):
    page = open_page(every_kind("several words that are not long"), width)
    spilt = "all => all.filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.textContent)"
    assert page.locator("#rows td, #rows th").evaluate_all(spilt) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_every_text_stands_out_from_what_is_behind_it(open_page, scheme, width):
    page = open_page(every_kind(), width, scheme=scheme)
    page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true })")
    contrasts = page.evaluate(CONTRASTS)
    assert len(contrasts) > 100
    assert [(text, ratio) for text, ratio in contrasts if ratio < 4.5] == []  # WCAG 2.2, AA


def test_paper_has_the_rows_that_are_shown_and_no_controls(open_page):
    page = open_page(every_kind())
    page.get_by_label("Find").fill("s002")
    page.emulate_media(media="print")
    assert len(column(page, 1)) == 1
    assert page.locator("#tools").is_hidden()


def test_the_keyboard_sorts(open_page):
    page = open_page(shown(row(key="b", name="b"), row(key="a", name="a")))
    page.get_by_role("button", name="Student").focus()
    page.keyboard.press("Enter")
    assert [name.split()[0] for name in column(page, 1)] == ["a", "b"]


def test_ten_thousand_rows_open_sort_and_filter(open_page):
    rows, cohort = some_class(10_000)
    page = open_page(glance(rows, cohort, title="Attention"))
    page.get_by_role("button", name="Score").click()
    page.get_by_label("Find").fill("s9999")
    assert page.get_by_role("status").inner_text() == "1 of 10000"


@pytest.mark.parametrize("text", [*EACH_OR_ALL, LONG])
def test_what_submissions_have_in_common_runs_nothing_and_fits(open_page, text):
    source = f"def f():\n    return {text!r}, [g(x) for x in y]\n".encode()
    pair = [Submission(key, text, {text: source}) for key in "ab"]
    side = Side("a", text, [(text, True), (text, False)])
    page = open_page(evidence_page(similarity(pair), Passages([(side, side)], 3), title="Attention"), 360)
    page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true })")
    assert page.evaluate("window.owned") is None
    assert page.seen == []
    assert page.locator("script, iframe, img, form, meta[http-equiv=refresh], [onload], [onfocus]").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert [seen for seen in page.evaluate(CONTRASTS) if seen[1] < 4.5] == []
