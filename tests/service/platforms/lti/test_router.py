import json
import re
from html import unescape
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt
import pytest
from fastapi import FastAPI, Response

from grader.service.api import errors
from grader.service.platforms.lti.launched import LaunchRefusedError, read
from grader.service.platforms.lti.router import lti_router
from grader.service.platforms.lti.tool import Tool
from tests.service.platforms.lti.fake_platform import CLAIM, GRADES, MEMBER, STRANGERS_KEY, fake_platform
from tests.service.platforms.lti.launching import Browser, begin, connection, finish, served


def let_in(place, **changed):
    """Who is let in with these claims changed."""
    browser = Browser()
    status, _, body = finish(browser, place[1], place[0], begin(browser, place[1], place[0]), **changed)
    assert status == 200
    return json.loads(body)


def test_a_student_comes_in_with_what_brings_the_grade_back(place):
    platform, tool = place
    browser = Browser()
    asked = begin(browser, tool, platform)
    status, _, body = finish(browser, tool, platform, asked)

    assert {name: asked[name] for name in ("scope", "response_type", "response_mode", "prompt", "client_id", "redirect_uri", "login_hint", "lti_message_hint")} == {
        "scope": "openid", "response_type": "id_token", "response_mode": "form_post", "prompt": "none", "client_id": "client-7",
        "redirect_uri": "http://tool.example/lti/launch", "login_hint": "hint-1", "lti_message_hint": "m-1",
    }  # fmt: skip
    assert status == 200
    assert json.loads(body) == {
        "connection": "main", "course": "LM3", "context": "course-1", "person": "lti:main:user-3", "name": "Student 3", "role": "student", "assignment": "attention",
        "ids": {"connection": "main", "user": "user-3", "lineitem": f"{platform.url}/lineitem?type_id=1"}, "problem": "",
    }  # fmt: skip
    assert browser.cookies == {}, "the cookie of the sign-in is taken back"
    assert all("Secure; HttpOnly; SameSite=None; Partitioned" in line for line in browser.set)


def test_a_login_may_come_by_get_and_without_the_client(place):
    platform, tool = place
    browser = Browser()
    query = urlencode({"iss": platform.url, "login_hint": "h", "target_link_uri": "x"})
    assert browser.ask(f"{tool}/lti/login?{query}")[0] == 302
    assert finish(browser, tool, platform, begin(browser, tool, platform, client_id=None))[0] == 200


@pytest.mark.parametrize(
    "changed", [{"iss": "https://other.example"}, {"iss": None}, {"login_hint": None}, {"client_id": "other"}]
)
def test_a_login_from_nobody_we_know_goes_nowhere(place, changed):
    platform, tool = place
    fields = {"iss": platform.url, "login_hint": "h", "client_id": platform.client_id, **changed}
    status, _, body = Browser().ask(f"{tool}/lti/login", {name: value for name, value in fields.items() if value})
    assert status == 400
    assert "This sign-in cannot begin" in body


def test_whoever_is_sent_here_in_a_frame_is_offered_the_same_in_a_window(place):
    platform, tool = place
    fields = {"iss": platform.url, "login_hint": 'h"><script>', "client_id": platform.client_id}
    browser = Browser()
    status, headers, page = browser.ask(f"{tool}/lti/login", fields, Sec_Fetch_Dest="iframe")
    (link,) = re.findall('href="(/lti/login[^"]*)" target="_blank"', page)

    assert (status, browser.cookies) == (200, {})
    assert headers["Content-Security-Policy"].endswith("frame-ancestors *")
    assert "<script" not in page
    _, headers, _ = browser.ask(tool + unescape(link), Sec_Fetch_Dest="document")
    assert parse_qs(urlsplit(headers["Location"]).query)["login_hint"] == [fields["login_hint"]]


@pytest.mark.parametrize(
    "changed",
    [
        {"iss": "https://other.example"}, {"iss": None}, {"aud": "another-client"}, {"aud": ["another-client", "client-7"]}, {"aud": None},
        {"aud": ["client-7", "another-client"]}, {"aud": ["client-7", "another"], "azp": "another"}, {"azp": "another-client"},
        {"exp": 1000}, {"exp": None}, {"iat": None}, {"iat": 2**33}, {"iat": "soon"},
        {"nonce": "another"}, {"nonce": None}, {"nonce": 7}, {"nonce": ""},
        {CLAIM + "deployment_id": "2"}, {CLAIM + "deployment_id": None}, {CLAIM + "version": "1.1"}, {CLAIM + "version": None},
        {CLAIM + "message_type": "LtiDeepLinkingRequest"}, {CLAIM + "message_type": None}, {CLAIM + "message_type": []},
        {CLAIM + "resource_link": None}, {CLAIM + "resource_link": "x"}, {"sub": None}, {"sub": ""}, {"sub": "x" * 300},
        {CLAIM + "roles": []}, {CLAIM + "roles": [MEMBER + "Mentor"]}, {CLAIM + "roles": "Learner"},
        {CLAIM + "roles": ["http://purl.imsglobal.org/vocab/lis/v2/institution/person#Instructor"]},
    ],
    ids=repr,
)  # fmt: skip
def test_a_claim_that_is_wrong_lets_nobody_in(place, changed):
    platform, tool = place
    browser = Browser()
    status, _, body = finish(browser, tool, platform, begin(browser, tool, platform), **changed)
    assert status in (401, 403)
    assert "This was not done" in body


def test_a_token_that_another_signed_or_nobody_lets_nobody_in(keys, place):
    platform, tool = place
    for forge in (
        lambda nonce: platform.id_token(nonce, STRANGERS_KEY),
        lambda nonce: platform.id_token(nonce, kid="unknown"),
        lambda nonce: platform.id_token(nonce)[:-6] + "AAAAAA",
        lambda nonce: jwt.encode(_claims(platform, nonce), None, "none", headers={"kid": platform.kid}),
        lambda nonce: jwt.encode(_claims(platform, nonce), keys.secret, "HS256", headers={"kid": platform.kid}),
        lambda _nonce: "x.y.z",
        lambda _nonce: "nonsense",
    ):
        browser = Browser()
        asked = begin(browser, tool, platform)
        assert finish(browser, tool, platform, asked, forge(asked["nonce"]))[0] == 401


def _claims(platform, nonce, **changed):
    return jwt.decode(platform.id_token(nonce, **changed), options={"verify_signature": False})


def test_a_launch_works_once(place):
    platform, tool = place
    browser = Browser()
    asked = begin(browser, tool, platform)
    cookies, token = dict(browser.cookies), platform.id_token(asked["nonce"])
    assert finish(browser, tool, platform, asked, token)[0] == 200
    assert finish(browser, tool, platform, asked, token)[0] == 401, "the cookie is gone"
    browser.cookies = cookies
    assert finish(browser, tool, platform, asked, token)[0] == 401, "and the nonce is used"


def test_what_one_browser_began_another_cannot_end(place):
    platform, tool = place
    attacker, victim = Browser(), Browser()
    asked = begin(attacker, tool, platform)
    token = platform.id_token(asked["nonce"])
    status, _, body = finish(victim, tool, platform, asked, token)
    assert (status, "sent no cookie" in body, "new window" in body) == (401, True, True)
    own = begin(victim, tool, platform)
    assert finish(victim, tool, platform, {**asked, "state": own["state"]}, token)[0] == 401, (
        "a nonce belongs to its state"
    )
    victim.cookies[asked["state"]] = victim.cookies[own["state"]]
    assert finish(victim, tool, platform, asked, token)[0] == 401, "and a cookie to its state"


@pytest.mark.parametrize("state", ["", "x", "state-1", "state-" + "0" * 36, "state-\r\nSet-Cookie: a=b"])
def test_a_state_that_is_not_ours_is_no_launch(place, state):
    platform, tool = place
    assert finish(Browser(), tool, platform, {"state": state, "nonce": "n"})[0] in (400, 401)


def test_a_platform_may_change_its_key(place):
    platform, tool = place
    for platform.kid in ("platform-key-1", "platform-key-2"):
        browser = Browser()
        assert finish(browser, tool, platform, begin(browser, tool, platform))[0] == 200


def test_an_instructor_is_one_in_this_course(place):
    assert let_in(place, **{CLAIM + "roles": [MEMBER + "Instructor"]})["role"] == "instructor"


@pytest.mark.parametrize("role", ["Instructor", "Learner"])
@pytest.mark.parametrize(
    ("contexts", "context", "let_in"),
    [
        ((), {"id": "course-1"}, True), ((), {"id": "sandbox-of-student-3"}, True), ((), None, True), ((), "x", True),
        (("course-1",), {"id": "course-1"}, True), (("a", "course-1"), {"id": "course-1", "title": "x"}, True),
        (("course-1",), {"id": "sandbox-of-student-3"}, False), (("course-1",), {"id": "course-11"}, False),
        (("course-1",), {"id": ["course-1"]}, False), (("course-1",), {"title": "course-1"}, False),
        (("course-1",), {}, False), (("course-1",), "course-1", False), (("course-1",), None, False), (("1",), {"id": 1}, False),
    ],
)  # fmt: skip
def test_where_courses_are_named_people_of_others_are_not_let_in(place, contexts, context, let_in, role):
    platform, _ = place
    claims = _claims(platform, "n", **{CLAIM + "context": context, CLAIM + "roles": [MEMBER + role]})
    here = connection(platform, contexts=contexts)
    if let_in:
        assert read("main", here, claims).role == {"Instructor": "instructor", "Learner": "student"}[role]
    else:
        with pytest.raises(LaunchRefusedError, match=r"adds the id to contexts of \[service\.lti\.main\]"):
            read("main", here, claims)


def test_whoever_is_refused_for_their_course_is_told_its_id_and_so_is_the_log(keys, capfd):
    with fake_platform() as platform:
        app = FastAPI()
        errors.install(app, lambda *_: None)
        tool = Tool({"main": connection(platform, contexts=("course-2",))}, keys)
        app.include_router(lti_router(tool, "http://tool.example", lambda _request, _launched: Response()))
        with served(app, platform) as url:
            browser = Browser()
            status, _, body = finish(browser, url, platform, begin(browser, url, platform))
    assert (status, "course-1" in body) == (403, True)
    assert "course-1" in "".join(capfd.readouterr())


@pytest.mark.parametrize("length", [1, 246, 247, 255])
def test_whoever_comes_in_has_a_key_under_which_work_is_taken(place, length):
    platform, _ = place
    one, other = (
        read("main", connection(platform), _claims(platform, "n", sub="x" * (length - 1) + end)) for end in "ab"
    )
    assert one.person != other.person
    assert one.person.startswith("lti:main:")
    assert len(one.person) <= 255
    assert one.ids["user"] == "x" * (length - 1) + "a", "as the platform knows them"


@pytest.mark.parametrize(
    ("grades", "words"),
    [
        (None, "no place for scores"), ({"scope": [], "lineitem": "https://x/"}, "no place for scores"), ("x", "no place for scores"),
        ({"scope": ["https://purl.imsglobal.org/spec/lti-ags/scope/score"], "lineitem": "https://elsewhere.example/1"}, "name its host"),
    ],
)  # fmt: skip
def test_without_a_good_place_for_scores_one_comes_in_and_it_is_said(place, grades, words):
    launched = let_in(place, **{GRADES: grades})
    assert words in launched["problem"]
    assert "lineitem" not in launched["ids"]


def test_hostile_names_are_made_harmless(place):
    launched = let_in(place, name="\x1b[2J\u202e<b>" + "x" * 999, **{CLAIM + "custom": "x"})
    assert not set(launched["name"]) & set("\x1b\u202e")
    assert len(launched["name"]) <= 200
    assert launched["assignment"] == ""
