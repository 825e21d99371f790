"""The page of a class, as text; tests/browser looks at it in Chromium."""

import base64
import hashlib
import re

import pytest
from hypothesis import given, settings

from grader.batch.cohort import Cohort, Words
from grader.batch.glance import bugs, glance
from tests.batch.classes import blank, row, some_class, tally
from tests.render.reports import acting, any_text

NOTHING = Cohort()


def page(*rows, cohort=NOTHING, **how):
    return glance(rows, cohort, title="Attention", **how)


def test_every_entry_has_a_row_whatever_became_of_it():
    statuses = ["nothing", "not code", "unmatched", "rejected", "grader_error"]
    rows = [row(), *(blank(key=status, name="", status=status) for status in statuses)]
    assert page(*rows).count('<th scope="row">') == 6


def test_what_was_tried_links_to_its_page_and_report_and_what_was_not_does_not():
    shown = page(row(key="s 1#é"), blank(key="s002"))
    assert shown.count('href="feedback/s%201%23%C3%A9.html"') == 3  # the bug's list, the slowest, the table
    assert shown.count('href="reports/s%201%23%C3%A9.json"') == 1
    assert "s002.html" not in shown


def test_a_name_links_to_the_report_where_no_pages_were_written():
    shown = page(row(key="s001"), blank(key="s002"), pages=False)
    assert set(re.findall(r'href="([^#"][^"]*)"', shown)) == {"reports/s001.json"}


def test_bugs_come_by_how_many_have_them_and_each_names_its_students():
    rows = [row(key="a", bugs=("x", "y")), row(key="b", bugs=("y",)), row(key="c", bugs=("y", "y"))]
    found = bugs(rows, Cohort(bugs={"y": Words(title="Why")}))
    assert [(bug.words.title, [r.key for r in bug.rows]) for bug in found] == [("Why", ["a", "b", "c"]), ("x", ["a"])]


def test_checks_come_hardest_first():
    shown = page(cohort=Cohort(checks=(tally("easy", passed=9, failed=1), tally("hard", passed=1, failed=9))))
    assert shown.index("<h3>hard</h3>") < shown.index("<h3>easy</h3>")
    assert "1 of 10 passed" in shown


def test_a_chart_says_in_words_what_it_shows():
    words = re.search(r"<desc[^>]*>(.*?)</desc>", page(row(score=60), row(score=65), row(score=100)))[1]
    assert words == "60 to 69 %: 2. full marks: 1. Median: 65 of 100 points."


def test_refused_and_flagged_rows_are_listed_with_why():
    rejected = blank(status="rejected", reason="It holds no code.")
    copied = row(key="s002", name="Student 2", flags=("late", "identical:s001"))
    shown = page(rejected, copied)
    assert "It holds no code." in shown
    assert "the same file as Student 1" in shown
    assert "<h3>Flagged</h3>" in shown
    assert "<h3>Flagged</h3>" not in page(row(flags=("late",), late=True))


def test_a_class_of_nobody_and_a_class_without_scores_have_a_page():
    for shown in (page(), page(blank()), page(row(score=0, max_score=0))):
        assert "Everyone" in shown
    assert "no scores" in page(blank())


WHO = ["s001", "Student 1", "attention-of-s001.py", "Because of s001", "href=\"feedback", "href=\"reports", "late", "policy"]  # fmt: skip


@pytest.mark.parametrize("told", WHO)
def test_an_anonymous_page_says_of_nobody_who_they_are(told):
    telling = {"file": "attention-of-s001.py", "reason": "Because of s001", "late": True, "flags": ("late", "policy")}
    rows = [row(**telling), blank(status="not code", file="attention-of-s001.py"), blank(status="rejected", **telling), row(key="s002", name="Student 2", flags=("identical:s001",))]  # fmt: skip
    body = page(*rows, anonymous=True).split("<main>")[1].split("<script>")[0]
    assert told not in body
    assert told in page(*rows)


def test_an_anonymous_page_leaves_hidden_checks_out():
    hidden = Cohort(checks=(tally("secret", visibility="hidden"), tally("overflow")))
    shown = page(row(failed=("secret", "overflow")), cohort=hidden, anonymous=True)
    assert "secret" not in shown
    assert "<code>overflow</code>" in shown
    assert "secret" in page(row(failed=("secret",)), cohort=hidden)


def test_anonymous_rows_stand_in_an_order_that_is_not_the_rosters_and_stays():
    rows = [row(key=f"s{n}", score=n) for n in range(60)]

    def order(rows):
        return re.findall(r'<td class="n">(\d+)<small>', page(*rows, anonymous=True))

    slower = [one.model_copy(update={"seconds": 9.9}) for one in rows]
    assert order(rows) == order(slower)
    assert order(rows) != [str(n) for n in range(60)]
    assert sorted(order(rows), key=int) == [str(n) for n in range(60)]
    changed = [rows[0].model_copy(update={"score": 59}), *rows[1:]]
    assert [n for n in order(changed) if n not in ("0", "59")] != [n for n in order(rows) if n not in ("0", "59")]


@given(any_text)
@settings(max_examples=40, deadline=None)
def test_whatever_a_student_writes_the_page_has_the_same_elements_and_one_script(text):
    def shown(words):
        telling = {"name": words, "reason": words, "file": words, "flags": (words, f"identical:{words}"), "bugs": ()}
        return page(row(**telling), blank(status="rejected", **telling), cohort=NOTHING)

    def tags(html):
        return re.findall(r"<[^>]*>", re.sub(r"<(style|script)>.*?</\1>", r"<\1></\1>", html, flags=re.S))

    assert acting(shown(text)) == set()
    assert tags(shown(f"a{text}")) == tags(shown("a"))


def test_the_policy_allows_the_pages_own_style_and_script_and_nothing_else():
    shown = page(row())
    style, script = (re.search(rf"<{tag}>(.*?)</{tag}>", shown, re.S)[1] for tag in ("style", "script"))
    digests = [base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in (style, script)]
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', shown)[1].replace("&#39;", "'")
    assert policy == (
        f"default-src 'none'; style-src 'sha256-{digests[0]}'; script-src 'sha256-{digests[1]}'; "
        "base-uri 'none'; form-action 'none'"
    )
    assert shown.count("<script") == 1


def test_the_script_is_the_same_for_every_class():
    scripts = {re.search(r"<script>.*</script>", page(*some_class(n)[0]), re.S)[0] for n in (0, 3, 30)}
    assert len(scripts) == 1


def test_the_page_grows_by_some_hundred_bytes_a_row():
    rows, cohort = some_class(2000)
    assert len(glance(rows, cohort, title="")) < 1200 * len(rows)
