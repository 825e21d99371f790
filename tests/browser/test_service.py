"""The service in Chromium: a real `grade serve` on loopback, a student who hands in, an instructor who exports."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.browser.test_page import CONTRASTS
from tests.conftest import ATTENTION

pytestmark = pytest.mark.slow

WRONG = ATTENTION / "examples" / "wrong"
PATIENCE = 300_000  # milliseconds; a busy machine is slow


@dataclass(frozen=True)
class Served:
    """A running service, and what makes tokens for it."""

    url: str
    settings: dict[str, str]

    def token(self, *words: str) -> str:
        done = subprocess.run(grade("token", "add", *words), env=self.settings, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout.split()[0]


def grade(*words: str) -> list[str]:
    return [sys.executable, "-m", "grader", *words]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    data = tmp_path_factory.mktemp("served")
    # What these tests are about is the pages: they run on machines without Landlock too.
    settings = {**os.environ, "GRADER_SERVICE__DATA": str(data), "GRADER_SERVICE__REQUIRE": "process"}
    with (data / "log").open("wb") as log:
        process = subprocess.Popen(
            grade("serve", "--port", "0", "--workers", "1"), env=settings, stderr=subprocess.PIPE, stdout=log, text=True
        )
        try:
            said = ""
            for line in process.stderr:
                said += line
                if found := re.search(r"listening on (http://\S+)", line):
                    break
            else:
                raise AssertionError(said)
            yield Served(found[1], settings)
        finally:
            process.send_signal(signal.SIGTERM)
            process.stderr.close()
            process.wait(120)


@pytest.fixture
def visit(chromium, served):
    """Open a window for someone with a token, or with none; `seen` notes what should not be there."""
    contexts = []

    def opened(token: str = "", *, width: int = 1280, **how: object):
        contexts.append(chromium.new_context(viewport={"width": width, "height": 800}, base_url=served.url, **how))
        page = contexts[-1].new_page()
        page.set_default_timeout(PATIENCE)
        page.seen = []
        page.on("console", lambda said: page.seen.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: page.seen.append(str(error)))
        page.on(
            "request",
            lambda asked: None if asked.url.startswith((served.url, "data:")) else page.seen.append(asked.url),
        )
        page.goto("/")
        if token:
            page.get_by_label("Your token").fill(token)
            page.keyboard.press("Enter")
            page.get_by_role("heading", name="Assignments").wait_for()
        return page

    yield opened
    for context in contexts:
        context.close()


def hand_in(page, example: Path) -> None:
    page.goto("/a/attention")
    page.get_by_label("Your file").set_input_files(example)
    page.get_by_role("button", name="Hand in").click()


def fits(page) -> bool:
    page.get_by_role("main").wait_for()  # after a click it may be between two pages
    return page.locator("html").evaluate("page => page.scrollWidth <= page.clientWidth")


def test_a_student_hands_in_sees_how_it_stands_and_then_the_named_bug(visit, served):
    page = visit(served.token("student", "--course", "one", "--student", "s1", "--name", "Student 1"))
    page.get_by_role("link", name="Compute Attention").click()
    page.get_by_label("Your file").set_input_files(WRONG / "softmax_over_queries.py")
    page.get_by_role("button", name="Hand in").click()
    page.get_by_role("status").wait_for()
    assert re.search(r"Place \d+ in the queue|It is next|being graded now", page.get_by_role("status").inner_text())
    page.get_by_text("Look at this first").wait_for()
    assert page.get_by_role("heading", level=2).first.inner_text() == "The softmax runs over the queries"
    assert page.evaluate("getComputedStyle(document.querySelector('.score strong')).fontSize") == "48px"
    page.get_by_role("link", name="Hand in again").click()
    assert page.get_by_role("link", name="1. softmax_over_queries.py").count() == 1
    assert page.seen == []


def test_the_keyboard_alone_hands_in(visit, served):
    page = visit(served.token("student", "--course", "two", "--student", "s1"))
    page.goto("/a/attention")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    with page.expect_file_chooser() as chooser:
        for _ in range(10):
            page.keyboard.press("Tab")
            assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
            if page.evaluate("document.activeElement.id") == "file":
                page.keyboard.press("Enter")
                break
    chooser.value.set_files(WRONG / "scale_missing.py")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.get_by_text("Look at this first").wait_for()
    assert page.seen == []


def test_without_script_it_is_the_same(visit, served):
    page = visit(served.token("student", "--course", "three", "--student", "s1"), java_script_enabled=False)
    hand_in(page, WRONG / "scale_missing.py")
    page.get_by_text("Look at this first").wait_for()
    assert page.get_by_role("heading", level=2).first.inner_text() == "The scores are not divided by √d_k"


def test_an_instructor_sees_the_class_exports_it_and_grades_again(visit, served):
    for student, name in (("s1", "Student 1"), ("s2", "Student 2")):
        page = visit(served.token("student", "--course", "four", "--student", student, "--name", name))
        hand_in(page, WRONG / "softmax_over_queries.py")
    page.get_by_text("Look at this first").wait_for()
    page = visit(served.token("instructor", "--course", "four", "--name", "Teacher"))
    page.get_by_role("link", name="Compute Attention").click()
    page.get_by_text("the same file as").first.wait_for()
    with page.expect_download() as download:
        page.get_by_label("Format").select_option("csv")
        page.get_by_role("button", name="Make the file").click()
        page.get_by_role("link", name="Download").click()
    table = Path(download.value.path()).read_text()
    assert "softmax-axis" in table.splitlines()[1]
    assert download.value.suggested_filename == "attention-csv.csv"
    page.get_by_role("link", name="Back to the class").click()
    page.get_by_role("link", name="The class at a glance").click()
    page.get_by_role("button", name="Score").click()
    assert page.get_by_role("columnheader", name="Score").get_attribute("aria-sort") == "ascending"
    page.goto("/teach/attention")
    page.get_by_label("Student 1").check()
    page.get_by_role("button", name="Grade the ticked again").click()
    assert "1 of 1 are graded again" in page.get_by_role("status").inner_text()
    assert page.seen == []


def pages_of(served, visit, **how):
    """Every kind of page, one after the other."""
    page = visit(served.token("student", "--course", "five", "--student", "s1", "--name", "Student 1"), **how)
    yield "assignments", page
    hand_in(page, WRONG / "scale_missing.py")
    yield "waiting", page
    page.get_by_text("Look at this first").wait_for()
    yield "report", page
    page.goto("/a/attention")
    page.get_by_role("link", name="1. scale_missing.py").wait_for()
    yield "upload", page
    page.goto("/s/nothing")
    yield "refused", page
    page = visit(served.token("instructor", "--course", "five", "--name", "A teacher with a long name"), **how)
    page.goto("/teach/attention")
    yield "class", page
    page.get_by_role("button", name="Make the file").click()
    page.wait_for_load_state()
    yield "export", page
    page = visit(served.token("operator"), **how)
    page.goto("/operate")
    yield "operation", page
    yield "sign in", visit(**how)


@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (1280, "light")])
def test_every_page_fits_can_be_read_and_names_its_parts(visit, served, width, scheme):
    kept = os.environ.get("SCREENSHOTS")
    for name, page in pages_of(served, visit, width=width, color_scheme=scheme):
        if kept:
            page.screenshot(path=f"{kept}/{name}-{width}.png", full_page=True)
        assert fits(page), name
        assert [seen for seen in page.evaluate(CONTRASTS) if seen[1] < 4.5] == [], name  # WCAG 2.2, AA
        assert page.get_by_role("heading", level=1).count() == 1, name
        assert page.get_by_role("main").count() == 1, name
        unnamed = page.locator("input:not([type=hidden]), select, button").evaluate_all(
            "all => all.filter(one => !(one.labels?.length || one.textContent.trim())).map(one => one.outerHTML)"
        )
        assert unnamed == [], name
