"""What every answer forbids the browser."""

import re

import pytest

from grader.service.headers import HEADERS
from grader.service.pages import showing
from tests.render.reports import report


@pytest.mark.parametrize(
    "address",
    ["/", "/a/attention", "/s/{id}", "/s/{id}/source", "/teach/attention", "/teach/attention/glance", "/nothing",
     "/healthz", "/api/v1/assignments", "/openapi.json"],
)  # fmt: skip
def test_every_answer_forbids_framing_guessing_and_telling(site, address):
    one = site.submission("s1", report())
    answer = site.sign_in("instructor").get(address.format(id=one.id))
    for name in HEADERS:
        assert name in answer.headers
    assert answer.headers["x-frame-options"] == "DENY"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; ")
    assert "frame-ancestors 'none'" in policy
    assert not re.search(r"script-src [^;]*(unsafe|http|\*)", policy)


def test_what_is_somebodys_is_kept_by_no_cache(site):
    one = site.submission("s1", report())
    student = site.sign_in("student", student="s1")
    for address in ("/", "/a/attention", f"/s/{one.id}", f"/s/{one.id}/source", "/nothing/here"):
        answer = student.get(address)
        assert answer.status_code == 404 or answer.headers["cache-control"] == "private, no-store"


def test_a_report_may_run_no_script_at_all(site):
    one = site.submission("s1", report())
    answer = site.sign_in("student", student="s1").get(f"/s/{one.id}")
    assert "script-src" not in answer.headers["content-security-policy"]
    assert "<script" not in answer.text


def test_pages_load_two_files_of_ours_and_nothing_else(site):
    one = site.submission("s1")
    student = site.sign_in("student", student="s1")
    page = student.get(f"/s/{one.id}").text
    loaded = re.findall(r'(?:src|href)="(/static/[^"]+)"', page)
    assert len(loaded) == 2
    for address in loaded:
        answer = site.stranger().get(address)
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]
    assert "http" not in re.sub(r"http-equiv", "", page)
    assert not re.search(r"<style|style=|\son\w+=", page)


@pytest.mark.parametrize("address", ["/static/x/style.css", "/static/x/..%2fsession.py", "/static/x/nothing"])
def test_no_other_file_is_served(site, address):
    assert site.stranger().get(address).status_code == 404


def test_the_style_is_as_it_was_written(site):
    style = site.stranger().get(showing.address("style.css")).text
    assert "&gt;" not in style
    assert "main > p {" in style
    assert site.stranger().get(showing.address("htmx.js")).text.startswith("var htmx=")
