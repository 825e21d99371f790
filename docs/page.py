"""Makes the picture of the HTML page that the README shows: `python docs/page.py`. It needs chromium and playwright."""

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

from grader import grade
from grader.render.formats import render

HERE = Path(__file__).resolve().parent
EXAMPLE = HERE.parent / "assignments" / "attention" / "examples" / "wrong" / "scale_by_dk.py"
WIDTH, HEIGHT = 760, 860  # pixels: the head of the page, as a window shows it


def main() -> None:
    """Grade an example, and write what a browser makes of its page beside this file."""
    page_source = render(grade(EXAMPLE, "attention", seed=1), "html")
    with sync_playwright() as driver:
        # Its own sandbox refuses to work for root; all it is shown is our own page.
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        page.set_content(page_source)
        page.screenshot(path=HERE / "page.png")
        browser.close()


if __name__ == "__main__":
    main()
