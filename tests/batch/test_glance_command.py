"""`grade glance` and `grade similarity` on a folder that a batch has left."""

import re
import shutil
from urllib.parse import unquote

import pytest
from click.testing import CliRunner

from grader.batch.running import Request, run_batch
from grader.commands.glance import glance
from grader.commands.similarity import similarity
from tests.conftest import ATTENTION


@pytest.fixture
def folder(graded, tmp_path):
    shutil.copytree(graded / "out", tmp_path / "out")
    return tmp_path / "out"


def run(command, *words):
    return CliRunner(catch_exceptions=False).invoke(command, [str(word) for word in words])


def test_the_page_has_every_entry_the_named_bug_and_a_link_that_leads_somewhere(folder):
    assert run(glance, folder).output == f"{folder / 'index.html'}\n"
    page = (folder / "index.html").read_text(encoding="utf-8")
    assert page.count('<th scope="row">') == 3
    assert "The scores are divided by d_k, not by its root" in page
    assert 'href="feedback/s002.html"' in page
    assert (folder / "feedback" / "s002.html").is_file()


def insist_that_all_links_lead_somewhere(page):
    links = re.findall(r'href="([^#"][^"]*)"', page.read_text(encoding="utf-8"))
    assert len(links) > 2
    assert all((page.parent / unquote(link)).is_file() for link in links)


@pytest.mark.slow
@pytest.mark.parametrize("pages", [True, False])
def test_no_link_leads_nowhere(graded, tmp_path, pages):
    request = Request(graded / "handed-in", tmp_path / "out", assignment=str(ATTENTION), jobs=1, pages=pages)
    assert run_batch(request).stopped is None
    insist_that_all_links_lead_somewhere(tmp_path / "out" / "index.html")
    run(glance, tmp_path / "out")
    insist_that_all_links_lead_somewhere(tmp_path / "out" / "index.html")


@pytest.mark.parametrize("place", ["class.html", "a b/class.html", "out/feedback/class.html"])
def test_no_link_of_a_page_elsewhere_leads_nowhere(folder, place):
    page = folder.parent / place
    page.parent.mkdir(exist_ok=True)
    run(glance, folder, "-o", page)
    insist_that_all_links_lead_somewhere(page)


def test_the_anonymous_page_is_another_file(folder):
    before = (folder / "index.html").read_bytes()
    run(glance, folder, "--anonymous")
    assert (folder / "index.html").read_bytes() == before
    assert "s002" not in (folder / "anonymous.html").read_text(encoding="utf-8")


def test_similarity_reads_the_submissions_again_and_writes_page_and_table(graded, folder):
    assert run(similarity, folder).output.startswith("2 submissions compared")
    assert (folder / "similarity.html").is_file()
    assert (folder / "similarity.csv").read_text(encoding="utf-8").startswith("form,")
