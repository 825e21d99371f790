"""A report in Chromium: it runs nothing, asks for nothing, fits, can be read, and can be walked by keyboard."""

import itertools
import re

import pytest

from grader.render.html import render_html
from grader.report import Notice, OutputText, SubmissionInfo
from tests.render.reports import (
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

pytestmark = pytest.mark.slow

HOSTILE = [
    "<script>window.owned = 1; alert(1)</script>",
    "</style><script>window.owned = 1</script><style>",
    "</title></head><body onload=\"window.owned = 1\">",
    '"><img src=http://127.0.0.1:9/x onerror="window.owned = 1">',
    "' onfocus='window.owned = 1' autofocus='",
    "<svg onload=window.owned=1></svg>",
    "<meta http-equiv=refresh content='0;url=http://127.0.0.1:9/'>",
    "<iframe srcdoc='<script>parent.owned = 1</script>'></iframe>",
    "<link rel=stylesheet href=http://127.0.0.1:9/x.css><style>* { background: url(http://127.0.0.1:9/) }</style>",
    "<a href='javascript:window.owned = 1'>a</a><form action=http://127.0.0.1:9/><button>send</button></form>",
    "{{ 7 * 7 }}{% include '/etc/passwd' %}<details open ontoggle='window.owned = 1'><summary>a</summary></details>",
    "--><!--<script>window.owned = 1</script>",
]  # fmt: skip
#: All at once; one might hide what another does, so the long tests take each alone.
EACH_OR_ALL = [" ".join(HOSTILE), *(pytest.param(text, marks=pytest.mark.soak) for text in HOSTILE)]
LONG = "x" * 300
SEEN = (evidence(case="attention_scores, fewer queries than keys, float32", index=(2, 6)),) * 2


def full(text="yours is 2"):
    """A report that has every part, with `text` where a student's words come."""
    weights = tuple(tuple(f"0.{i}{j}{j}" for j in range(9)) for i in range(9))
    return report(
        passed(figure=matrix_figure()),
        check(bugs=("softmax-axis",), evidence=SEEN),
        check(id="overflow", message=text, evidence=SEEN, figure=curve_figure()),
        check(id="purity", message=text, figure=matrix_figure(got=weights, want=weights[::-1])),
        check(id="skipped", status="skipped", cause=None),
        diagnoses=(
            diagnosis(explanation=text, place=place(code=f"    {text}", change=text)),
            diagnosis(bug="scale-missing", also=lookalikes("no root"), example=example(got=(), message=text)),
            diagnosis(bug=None, example=example(inputs={"Q": weights}, got=weights, want=weights[1:])),
        ),
        notices=(Notice(kind="style", message=text),),
        output=OutputText(stdout=f"{text}\n" * 50, stderr=text),
        submission=SubmissionInfo(name=text, sha256="1" * 64, functions={}),
    )


@pytest.mark.parametrize("text", EACH_OR_ALL)
def test_students_text_runs_no_script_and_makes_no_request(open_page, text):
    for shown in (written_by_student(text), full(text), ungraded(text)):
        page = open_page(shown)
        page.locator("summary").evaluate_all("all => all.forEach(one => one.click())")
        assert page.evaluate("window.owned") is None
        assert page.seen == []
        assert page.locator("script, iframe, img, form, meta[http-equiv=refresh], [onload], [onfocus]").count() == 0
        assert "".join(text.split()) in "".join(page.locator("body").inner_text().split())


def test_the_policy_stops_what_would_slip_through(open_page):
    source = render_html(full())
    slip = "<script>window.owned = 1</script><img src='http://127.0.0.1:9/x' onerror='window.owned = 1'>"
    assert (
        open_page(re.sub("<meta http-equiv[^>]*>", "", source).replace("</main>", slip)).evaluate("window.owned") == 1
    )
    assert open_page(source.replace("</main>", slip)).evaluate("window.owned") is None


def test_the_pages_own_style_is_let_in(open_page):
    assert open_page(full()).evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(253, 252, 250)"


def fits(page, *widths):
    """Whether what is open in this page is nowhere wider than a window of each width."""
    page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true })")
    for width in widths:
        page.set_viewport_size({"width": width, "height": 800})
        root = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
        assert root == [width, width]
    return True


@pytest.mark.parametrize("text", ["yours is 2", LONG])
def test_no_page_is_wider_than_its_window(open_page, text):
    for shown in (full(text), written_by_student(text), ungraded(text)):
        assert fits(open_page(shown), 320, 360, 768, 1280)


#: For each text that is seen, its contrast with what is behind it. Colours of any notation are read off a canvas.
CONTRASTS = """() => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", {willReadFrequently: true});
  const rgba = colour => {
    canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = ([r, g, b]) => [r, g, b].map(v => v / 255)
    .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = element => {
    for (let at = element; at; at = at.parentElement) {
      const colour = rgba(getComputedStyle(at).backgroundColor);
      if (colour[3] === 255) return colour;
    }
    return [255, 255, 255, 255];
  };
  const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement, text = walker.currentNode.data.trim();
    if (!text || !element.checkVisibility() || element.closest(".unseen, title, desc")) continue;
    const style = getComputedStyle(element);
    const ink = light(rgba(element.closest("svg") ? style.fill : style.color)), paper = light(behind(element));
    found.push([text.slice(0, 30), (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05)]);
  }
  return found;
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_stands_out_from_what_is_behind_it(open_page, scheme):
    page = open_page(full(), scheme=scheme)
    page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true })")
    contrasts = page.evaluate(CONTRASTS)
    assert len(contrasts) > 200
    assert [(text, ratio) for text, ratio in contrasts if ratio < 4.5] == []  # WCAG 2.2, AA


def test_dark_is_dark_and_paper_is_light(open_page):
    page = open_page(full(), scheme="dark")
    brightness = "Number(getComputedStyle(document.body).color.match(/[0-9]+/)[0])"
    assert page.evaluate(brightness) > 200
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate(brightness) < 60


def test_on_paper_only_what_was_opened_is_printed(open_page):
    page = open_page(full())
    page.locator("details").nth(1).evaluate("one => { one.open = true }")
    page.emulate_media(media="print")
    shown = page.locator("details").evaluate_all("all => all.map(one => one.checkVisibility())")
    assert shown == [i == 1 for i in range(len(shown))]


def test_the_keyboard_reaches_and_opens_every_part_that_is_folded(open_page):
    page = open_page(full())
    folded, reached = page.locator("summary").count(), 0
    for _ in range(100):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement === document.body"):
            break
        if page.evaluate("document.activeElement.matches('summary')"):
            assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
            page.keyboard.press("Enter")
            reached += page.evaluate("document.activeElement.parentElement.open")
    assert reached == folded > 4


def test_a_link_from_a_check_arrives_at_its_diagnosis(open_page):
    page = open_page(full())
    page.get_by_role("link", name="The softmax runs over the queries").first.click()
    assert page.evaluate("document.querySelector(':target').id") == "diagnosis-1"


def test_a_screen_reader_finds_landmarks_headings_and_tables_with_heads(open_page):
    page = open_page(full())
    for landmark in ("banner", "main", "contentinfo"):
        assert page.get_by_role(landmark).count() == 1
    levels = page.get_by_role("heading").evaluate_all("all => all.map(one => Number(one.tagName[1]))")
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))
    table = page.get_by_role("table", name="your weights", exact=True)
    assert table.get_by_role("columnheader").all_inner_texts() == ["0", "1"]
    assert table.get_by_role("rowheader").all_inner_texts() == ["0", "1"]
    assert table.get_by_role("cell", name="0.500 (wrong)").count() == 1
    assert page.get_by_role("img", name="How far apart the scores are").count() == 1
