"""Signing in and out; forms and cookies that are not ours."""

from datetime import timedelta

import pytest

from grader.service.columns import now
from grader.service.database import reading, writing
from grader.service.pages import session
from grader.service.pages.session import Session, begin, seal_of
from grader.service.store import audit, tokens

NAME = "grade_session"


def test_a_token_signs_in_and_signing_out_ends_it(site):
    person = site.sign_in("student", student="s1")
    assert "Assignments" in person.get("/").text
    assert person.post("/out").headers["location"] == "/"
    assert "Sign in" in person.get("/").text
    with reading(site.service.database) as connection:
        assert [deed.action for deed in audit.latest(connection)] == ["signed in"]


@pytest.mark.parametrize("text", ["", "grade_x", "\0", "\ud800".encode("utf-8", "surrogatepass"), "x" * 10_000])
def test_a_token_that_is_none_does_not(site, text):
    answer = site.stranger().post("/", {"token": text})
    assert answer.status_code == 403
    assert 'role="alert"' in answer.text


def test_a_token_of_a_program_does_not(site):
    assert "for programs" in site.stranger().post("/", {"token": site.token("hook").text}).text


def test_a_token_that_ends_or_is_revoked_ends_its_sessions(site):
    made = site.token("instructor")
    person = site.stranger()
    person.post("/", {"token": made.text})
    assert person.get("/teach/attention").status_code == 200
    with writing(site.service.database) as connection:
        tokens.revoke(connection, made.token.id)
    assert person.get("/teach/attention").status_code == 303
    assert (
        site.stranger()
        .post("/", {"token": site.token("instructor", expires_at=now() - timedelta(days=1)).text})
        .status_code
        == 403
    )


def test_the_cookie_is_kept_from_scripts_and_other_sites(site, new_site):
    cookie = site.stranger().get("/").headers["set-cookie"]
    assert cookie.startswith(f"{NAME}=")
    for word in ("HttpOnly", "SameSite=lax", "Path=/", f"Max-Age={session.SECONDS}"):
        assert word in cookie
    assert "Secure" not in cookie
    secure = new_site(public_url="https://grade.example").stranger().get("/").headers["set-cookie"]
    assert secure.startswith(f"__Host-{NAME}=")
    assert "Secure" in secure


def test_signing_in_begins_another_session(site):
    person = site.stranger()
    before = person.get("/").cookies[NAME]
    after = person.post("/", {"token": site.token("student", student="s1").text}).cookies[NAME]
    assert before.split(".")[1] != after.split(".")[1]


def changed(text):
    """The cookie with each of its parts and its seal made another's."""
    token_id, nonce, ends, seal = text.split(".")
    yield f"another.{nonce}.{ends}.{seal}"
    yield f"{token_id}.{nonce}x.{ends}.{seal}"
    yield f"{token_id}.{nonce}.{int(ends) + 1}.{seal}"
    yield f"{token_id}.{nonce}.{ends}.{seal[:-1]}{'0' if seal[-1] != '0' else '1'}"
    yield f"{token_id}.{nonce}.{ends}."
    yield f"{token_id}.{nonce}.{ends}"
    yield from ("", ".", "...", "a.b.c.d", "é.b.1.d", text * 2)


def test_a_cookie_that_was_changed_is_nobodys(site):
    person = site.sign_in("instructor")
    good = person.client.cookies[NAME]
    assert person.get("/teach/attention").status_code == 200
    for bad in changed(good):
        stranger = site.stranger()
        answer = stranger.get("/teach/attention", headers={"Cookie": f"{NAME}={bad}".encode()})
        assert answer.status_code == 303, bad


def test_a_session_ends():
    seal = session.Seal(b"k" * 32)
    one = Session("token", "nonce", 1000)
    assert seal.open(seal.close(one), 999.9) == one
    assert seal.open(seal.close(one), 1000) is None


def test_a_session_of_another_installation_is_nobodys(tmp_path):
    first, second = seal_of(tmp_path / "a"), seal_of(tmp_path / "b")
    one = begin("token")
    assert first.open(first.close(one), 0) == one
    assert second.open(first.close(one), 0) is None
    assert (tmp_path / "a" / "session.key").stat().st_mode & 0o777 == 0o600


def test_the_key_is_made_once(tmp_path):
    seal = seal_of(tmp_path)
    seal_of.cache_clear()
    assert seal_of(tmp_path).form_key(one := begin()) == seal.form_key(one)


def test_a_form_of_another_session_does_nothing(site):
    person, other = site.sign_in("instructor"), site.sign_in("instructor")
    one = site.submission()
    theirs = seal_of(site.service.config.data).form_key(begin())
    for key in ("", theirs, "é", other.client.cookies[NAME]):
        answer = person.client.post(f"/s/{one.id}/cancel", data={"form_key": key})
        assert answer.status_code == 403
        assert "another session" in answer.text
    assert "It is next" in person.get(f"/s/{one.id}").text


def test_the_form_to_sign_in_is_guarded_too(site):
    answer = site.stranger().client.post("/", data={"token": site.token("student", student="s1").text})
    assert answer.status_code == 403
    assert NAME not in answer.cookies
