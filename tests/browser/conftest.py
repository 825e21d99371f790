"""One Chromium for all tests of a process, and a page for each."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from grader.render.html import render_html
from grader.report import Report

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install -e '.[dev]'")
Open = Callable[..., "playwright.Page"]


@pytest.fixture(scope="session")
def chromium() -> Iterator["playwright.Browser"]:
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        pytest.skip("there is no Chromium: apt-get install chromium")
    with playwright.sync_playwright() as driver:
        # Its own sandbox refuses to work for root; all it is shown here is our own page.
        browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium: "playwright.Browser", tmp_path: Path) -> Iterator[Open]:
    """Open a report, or the source of a page, in a window of so many pixels; `seen` notes what it asks for or says."""
    contexts = []

    def opened(shown: Report | str, width: int = 1280, scheme: str = "light") -> "playwright.Page":
        file = tmp_path / "report.html"
        file.write_text(shown if isinstance(shown, str) else render_html(shown), encoding="utf-8")
        contexts.append(chromium.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme))
        page = contexts[-1].new_page()
        page.seen = []
        page.on("request", lambda request: page.seen.append(request.url))
        page.on("dialog", lambda dialog: (page.seen.append(dialog.message), dialog.dismiss()))
        page.on("pageerror", lambda error: page.seen.append(str(error)))
        page.on("popup", lambda popup: page.seen.append(popup.url))
        page.goto(file.as_uri())
        page.wait_for_load_state("networkidle")
        page.seen.remove(file.as_uri())
        return page

    yield opened
    for context in contexts:
        context.close()
