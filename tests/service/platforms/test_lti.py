import json
import threading
import time
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.cookies import SimpleCookie
from urllib.parse import parse_qs, urlencode, urlsplit
from urllib.request import HTTPErrorProcessor, Request, build_opener

import jwt
import pytest
import uvicorn
from fastapi import FastAPI
from fastapi.responses import JSONResponse

from grader.service.api import errors
from grader.service.hooks.outcome import Done, Later, Never
from grader.service.platforms.connections import LtiConnection
from grader.service.platforms.grades import Grade
from grader.service.platforms.lti.keys import Keys
from grader.service.platforms.lti.router import lti_router
from grader.service.platforms.lti.scores import Scores
from grader.service.platforms.lti.tool import Tool, may_take_scores
from tests.service.platforms.fake_lti import CLAIM, GRADES, MEMBER, STRANGERS_KEY, SUBMISSION, fake_platform
from tests.service.platforms.loopback import Said

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


def connection(platform, **other):
    given = {
        "course": "LM3", "issuer": platform.url, "client_id": platform.client_id, "deployment_ids": ("1",),
        "auth_login_url": f"{platform.url}/auth", "auth_token_url": f"{platform.url}/token", "key_set_url": f"{platform.url}/jwks",
    }  # fmt: skip
    return LtiConnection(**{**given, **other})


@contextmanager
def tool_at(platform, keys, **other):
    """Our side, served over HTTP; who is let in is answered as JSON."""
    app = FastAPI()
    errors.install(app)
    tool = Tool({"main": connection(platform, **other)}, keys)
    app.include_router(
        lti_router(tool, "http://tool.example", lambda _request, launched: JSONResponse(launched.__dict__))
    )
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error"))
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            time.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        platform.jwks_url = f"http://127.0.0.1:{port}/lti/jwks.json"
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join()


@pytest.fixture(scope="module")
def keys(tmp_path_factory):
    return Keys(tmp_path_factory.mktemp("keys"))


@pytest.fixture(scope="module")
def place(keys):
    """A platform and our side, for tests that leave nothing there."""
    with fake_platform() as platform, tool_at(platform, keys) as tool:
        yield platform, tool


class _AsItIs(HTTPErrorProcessor):
    def http_response(self, _request, response):
        return response

    https_response = http_response


class Browser:
    """Keeps cookies, and follows nothing by itself."""

    def __init__(self):
        self.cookies = {}
        self.set = []

    def ask(self, url, fields=None):
        kept = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        body = urlencode(fields).encode() if fields is not None else None
        answer = build_opener(_AsItIs).open(Request(url, data=body, headers={"Cookie": kept} if kept else {}))
        with answer:
            for line in answer.headers.get_all("Set-Cookie") or ():
                self.set.append(line)
                for name, morsel in SimpleCookie(line.replace("; Partitioned", "")).items():
                    self.cookies[name] = morsel.value
                    if morsel["max-age"] == "0":
                        del self.cookies[name]
            return answer.status, answer.headers, answer.read()


def begin(browser, tool, platform, **changed):
    """Start a sign-in, and return what the platform is asked for."""
    fields = {
        "iss": platform.url,
        "login_hint": "hint-1",
        "target_link_uri": "https://evil.example/",
        "lti_message_hint": "m-1",
        "client_id": platform.client_id,
        **changed,
    }
    status, headers, _ = browser.ask(
        f"{tool}/lti/login", {name: value for name, value in fields.items() if value is not None}
    )
    assert status == 302
    place = urlsplit(headers["Location"])
    assert f"{place.scheme}://{place.netloc}{place.path}" == f"{platform.url}/auth"
    return {name: values[0] for name, values in parse_qs(place.query).items()}


def finish(browser, tool, platform, asked, token=None, **changed):
    token = token or platform.id_token(asked["nonce"], **changed)
    status, _, body = browser.ask(f"{tool}/lti/launch", {"id_token": token, "state": asked["state"]})
    return status, json.loads(body)


def test_a_student_comes_in_with_what_brings_the_grade_back(place):
    platform, tool = place
    browser = Browser()
    asked = begin(browser, tool, platform)
    status, launched = finish(browser, tool, platform, asked)

    assert {name: asked[name] for name in ("scope", "response_type", "response_mode", "prompt", "client_id", "redirect_uri", "login_hint", "lti_message_hint")} == {
        "scope": "openid", "response_type": "id_token", "response_mode": "form_post", "prompt": "none", "client_id": "client-7",
        "redirect_uri": "http://tool.example/lti/launch", "login_hint": "hint-1", "lti_message_hint": "m-1",
    }  # fmt: skip
    assert status == 200
    assert launched == {
        "connection": "main", "course": "LM3", "student_key": "lti:main:user-3", "name": "Student 3", "role": "student", "assignment": "attention",
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
    assert json.loads(body)["error"]["code"] == "lti_login"


def now(seconds):
    return int(time.time()) + seconds


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
    status, body = finish(browser, tool, platform, begin(browser, tool, platform), **changed)
    assert status in (401, 403)
    assert body["error"]["code"] == "lti_launch"


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


def _claims(platform, nonce):
    return jwt.decode(platform.id_token(nonce), options={"verify_signature": False})


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
    status, body = finish(victim, tool, platform, asked, token)
    assert (status, body["error"]["code"]) == (401, "lti_cookie")
    assert "new window" in body["error"]["message"]
    own = begin(victim, tool, platform)
    assert finish(victim, tool, platform, {**asked, "state": own["state"]}, token)[0] == 401, (
        "a nonce belongs to its state"
    )
    victim.cookies[asked["state"]] = victim.cookies[own["state"]]
    assert finish(victim, tool, platform, asked, token)[0] == 401, "and a cookie to its state"


@pytest.mark.parametrize("state", ["", "x", "state-1", "state-" + "0" * 36, "state-\r\nSet-Cookie: a=b"])
def test_a_state_that_is_not_ours_is_no_launch(place, state):
    platform, tool = place
    status, _ = finish(Browser(), tool, platform, {"state": state, "nonce": "n"})
    assert status in (400, 401)


def test_a_platform_may_change_its_key(place):
    platform, tool = place
    for platform.kid in ("platform-key-1", "platform-key-2"):
        browser = Browser()
        assert finish(browser, tool, platform, begin(browser, tool, platform))[0] == 200


def test_an_instructor_is_one_in_this_course(place):
    platform, tool = place
    browser = Browser()
    _, launched = finish(
        browser, tool, platform, begin(browser, tool, platform), **{CLAIM + "roles": [MEMBER + "Instructor"]}
    )
    assert launched["role"] == "instructor"


@pytest.mark.parametrize(
    ("grades", "words"),
    [
        (None, "no place for scores"), ({"scope": [], "lineitem": "https://x/"}, "no place for scores"), ("x", "no place for scores"),
        ({"scope": ["https://purl.imsglobal.org/spec/lti-ags/scope/score"], "lineitem": "https://elsewhere.example/1"}, "name its host"),
    ],
)  # fmt: skip
def test_without_a_good_place_for_scores_one_comes_in_and_it_is_said(place, grades, words):
    platform, tool = place
    browser = Browser()
    status, launched = finish(browser, tool, platform, begin(browser, tool, platform), **{GRADES: grades})
    assert status == 200
    assert words in launched["problem"]
    assert "lineitem" not in launched["ids"]


def test_hostile_names_are_made_harmless(place):
    platform, tool = place
    browser = Browser()
    _, launched = finish(
        browser,
        tool,
        platform,
        begin(browser, tool, platform),
        name="\x1b[2J\u202e<b>" + "x" * 999,
        **{CLAIM + "custom": "x"},
    )
    assert not set(launched["name"]) & set("\x1b\u202e")
    assert len(launched["name"]) <= 200
    assert launched["assignment"] == ""


def test_all_keys_are_published_and_the_newest_signs(tmp_path):
    Keys(tmp_path)
    first = Keys(tmp_path)
    old, first_private = first.published()["keys"], first.private
    (only,) = tmp_path.glob("lti-*.pem")
    assert only.stat().st_mode & 0o077 == 0
    moved = Keys(tmp_path / "other").private
    next((tmp_path / "other").glob("*.pem")).rename(tmp_path / "lti-99999999999999.pem")
    both = Keys(tmp_path)

    assert both.private == moved != first_private
    assert len(both.published()["keys"]) == 2
    assert old[0] in both.published()["keys"]
    assert all(not set(key) & {"d", "p", "q", "dp", "dq", "qi"} for key in both.published()["keys"])


def grade(platform, score=80.0, at=NOON, **other):
    ids = {"connection": "main", "user": "user-3", "lineitem": f"{platform.url}/lineitem?type_id=1"}
    return Grade(
        **{
            "key": "key-1",
            "assignment": "attention",
            "score": score,
            "max_score": 100.0,
            "comment": "80 of 100 <b>",
            "graded_at": at,
            "ids": ids,
            "page": "https://g/s/1",
            "submitted_at": NOON,
            **other,
        }
    )


def test_a_score_goes_to_its_line_item_with_a_token_that_is_kept(keys, place):
    with fake_platform() as platform:
        platform.jwks_url = place[0].jwks_url
        scores = Scores(connection(platform), keys)
        assert scores.post(grade(platform, fresh=True), dry_run=False) == Done()
        assert scores.post(grade(platform, at=NOON + timedelta(seconds=1), score=90.0), dry_run=False) == Done()

    assert len(platform.tokens) == 1
    assert platform.submissions == 1, "the second is no new submission"
    kept = platform.scores["user-3"]
    assert (kept["scoreGiven"], kept["scoreMaximum"], kept["comment"]) == (90.0, 100.0, "80 of 100 <b>")
    assert platform.posted[0]["timestamp"] == "2026-11-30T12:00:00.000Z"
    assert platform.posted[0][SUBMISSION]["submission_data"] == "https://g/s/1"


def test_a_repeat_changes_nothing_and_uses_up_no_attempt(keys, place):
    with fake_platform() as platform:
        platform.jwks_url = place[0].jwks_url
        scores = Scores(connection(platform), keys)
        scores.post(grade(platform, fresh=True), dry_run=False)
        before = dict(platform.scores)
        scores.post(grade(platform), dry_run=False)

    assert platform.submissions == 1
    assert {key: value for key, value in platform.scores["user-3"].items() if key != SUBMISSION} == {
        key: value for key, value in before["user-3"].items() if key != SUBMISSION
    }


def test_an_older_score_replaces_no_newer(keys, place):
    with fake_platform() as platform:
        platform.jwks_url = place[0].jwks_url
        scores = Scores(connection(platform), keys)
        scores.post(grade(platform, score=90.0, at=NOON + timedelta(hours=1)), dry_run=False)
        outcome = scores.post(grade(platform), dry_run=False)

    assert outcome == Done("Not posted: the platform has a newer score.")
    assert platform.scores["user-3"]["scoreGiven"] == 90.0


def test_work_without_a_score_is_told_without_one(keys, place):
    with fake_platform() as platform:
        platform.jwks_url = place[0].jwks_url
        assert Scores(connection(platform), keys).post(grade(platform, score=None), dry_run=False) == Done()
    assert platform.scores["user-3"]["gradingProgress"] == "Failed"


@pytest.mark.parametrize(
    ("status", "kind"),
    [(400, Never), (401, Later), (403, Later), (404, Never), (422, Never), (429, Later), (500, Later), (302, Later)],
)
def test_each_refusal_is_tried_later_or_never(keys, place, status, kind):
    with fake_platform() as platform:
        platform.jwks_url = place[0].jwks_url
        platform.refusals = [Said({"error": "\x1b[31m"}, status, (("Location", "/x"),))]
        scores = Scores(connection(platform), keys)
        outcome = scores.post(grade(platform), dry_run=False)
        assert isinstance(outcome, kind)
        assert "\x1b" not in outcome.why
        assert not any(token in outcome.why for token in platform.tokens)
        assert scores.post(grade(platform), dry_run=False) == Done(), "and then it is taken"


def test_a_token_that_is_withdrawn_or_over_is_asked_for_anew(keys, place):
    with fake_platform() as platform:
        platform.jwks_url = place[0].jwks_url
        scores = Scores(connection(platform), keys)
        scores.post(grade(platform), dry_run=False)
        platform.tokens.clear()
        assert isinstance(scores.post(grade(platform), dry_run=False), Later)
        assert scores.post(grade(platform), dry_run=False) == Done()
        platform.token_lifetime = 30
        scores = Scores(connection(platform), keys)
        assert scores.post(grade(platform), dry_run=False) == scores.post(grade(platform), dry_run=False) == Done()
    assert len(platform.assertions) == 4


def test_a_token_that_is_refused_is_tried_later(keys, place, tmp_path):
    with fake_platform() as platform:
        platform.jwks_url = place[0].jwks_url
        other = connection(platform, client_id="somebody-else")
        assert isinstance(Scores(other, keys).post(grade(platform), dry_run=False), Later)


def test_a_score_goes_to_no_host_that_is_not_the_platforms(keys, place):
    with fake_platform() as platform, fake_platform() as other:
        platform.jwks_url = place[0].jwks_url
        scores = Scores(connection(platform), keys)
        outcome = scores.post(grade(other), dry_run=False)
        named = Scores(connection(platform, hosts=(urlsplit(other.url).netloc,)), keys)
        assert isinstance(named.post(grade(other), dry_run=False), Later), "the other does not know the token"

    assert isinstance(outcome, Never)
    assert [asked.path for asked in other.asked] == ["/lineitem/scores"]


@pytest.mark.parametrize(
    "url",
    [
        "http://lms.example/1",
        "https://lms.example@evil.example/",
        "https://evil.example/lms.example",
        "ftp://lms.example/",
        "https://[",
        "",
        "https://lms.example:8443/",
    ],
)
def test_what_looks_like_the_platforms_host_is_not(url):
    here = LtiConnection(
        course="c",
        issuer="https://lms.example",
        client_id="c",
        deployment_ids=("1",),
        auth_login_url="https://lms.example/a",
        auth_token_url="https://lms.example/t",
        key_set_url="https://lms.example/k",
    )
    assert may_take_scores(here, "https://lms.example/1")
    assert not may_take_scores(here, url)


def test_a_dry_run_asks_nobody(keys, place):
    with fake_platform() as platform:
        platform.jwks_url = place[0].jwks_url
        assert Scores(connection(platform), keys).post(grade(platform), dry_run=True) == Done("would post 80")
    assert platform.asked == []


def test_without_a_place_there_is_nothing_to_post(keys, place):
    with fake_platform() as platform:
        platform.jwks_url = place[0].jwks_url
        outcome = Scores(connection(platform), keys).post(grade(platform, ids={"user": "user-3"}), dry_run=False)
    assert outcome == Done("Not posted: the platform gave no place for scores.")
