"""A person of a platform, over HTTP: from the link there to a grade in its gradebook."""

import re
from contextlib import contextmanager

import pytest

from grader.service.app import build_app
from grader.service.database import reading, writing
from grader.service.delivering import Delivering
from grader.service.store import courses, submissions, tokens
from tests.render.reports import report
from tests.service import serving
from tests.service.platforms.lti.fake_platform import CLAIM, GRADES, MEMBER, FakePlatform, fake_platform
from tests.service.platforms.lti.launching import Browser, begin, connection, finish, served

INSTRUCTOR = {CLAIM + "roles": [MEMBER + "Instructor"]}
HOME = "https://grader.example"


@pytest.fixture
def platform():
    with fake_platform() as there:
        yield there


@contextmanager
def running(database, folder, *platforms: FakePlatform, course_of=("LM3", "LM4")):
    """The service, whose first platform is of the course LM3, and the next of LM4."""
    lti = {
        f"p{number}": connection(one, course=course)
        for number, (one, course) in enumerate(zip(platforms, course_of, strict=False))
    }
    one = serving.service(database, folder, lti=lti, public_url=HOME)
    with served(build_app(one), *platforms) as url:
        yield one, url


def come(url, platform, browser=None, **claims):
    """Follow the link of a platform, and return the browser and where one is led."""
    browser = browser or Browser()
    status, headers, page = finish(browser, url, platform, begin(browser, url, platform), **claims)
    assert status == 303, page
    return browser, headers["Location"]


def hand_in(url, browser, data=b"x = 1\n", assignment="attention", **fields):
    """Hand in by the form, and return the address of what was handed in."""
    _, _, page = browser.ask(f"{url}/a/{assignment}")
    shown = dict(re.findall(r'name="(form_key|once)" value="([^"]*)"', page))
    status, headers, page = browser.ask(f"{url}/a/{assignment}", {**shown, **fields}, ("attention.py", data))
    assert status == 303, page
    return headers["Location"]


def of_person(database, course, role, person):
    with reading(database) as connection:
        place = courses.by_name(connection, course)
        assert place is not None
        return [one for one in tokens.of_course(connection, place.id) if (one.role, one.person) == (role, person)]


def test_a_student_comes_hands_in_and_the_grade_is_in_the_gradebook_once(database, tmp_path, platform):
    with running(database, tmp_path, platform) as (_, url):
        browser, led = come(url, platform)
        assert led == "/a/attention"
    with running(database, tmp_path, platform) as (one, url):  # after a restart
        work = hand_in(url, browser)
        serving.graded(one, work.removeprefix("/s/"), report().model_dump(mode="json"))
        outbox = Delivering(one).outbox
        assert (outbox.send_due(), outbox.send_due()) == (1, 0)
        status, _, page = browser.ask(url + work)
        assert (status, "<p>page</p>" in page) == (200, True)

    (posted,) = platform.posted
    assert (posted["userId"], posted["scoreGiven"], posted["scoreMaximum"]) == (
        "user-3",
        report().score,
        report().max_score,
    )
    assert f"{HOME}{work}" in posted["comment"]


def test_who_comes_again_has_one_token_and_the_newest_way_back(database, tmp_path, platform):
    with running(database, tmp_path, platform) as (_, url):
        come(url, platform, **{GRADES: None})
        browser, _ = come(url, platform)
        (token,) = of_person(database, "LM3", "student", "lti:p0:user-3")
        work = hand_in(url, browser)
    with reading(database) as open_one:
        found = submissions.by_id(open_one, work.removeprefix("/s/"))

    assert (found.student_key, found.student_name) == (token.student_key, "Student 3") == ("lti:p0:user-3", token.name)
    assert found.ids == {
        "lti": {"connection": "p0", "user": "user-3", "lineitem": f"{platform.url}/lineitem?type_id=1"}
    }


def test_no_upload_says_where_its_grade_goes(database, tmp_path, platform):
    forged = '{"lti": {"connection": "p0", "user": "user-9", "lineitem": "https://evil.example"}}'
    with running(database, tmp_path, platform) as (_, url):
        browser, _ = come(url, platform)
        work = hand_in(url, browser, ids=forged, student="lti:p0:user-9", user="user-9", lineitem="x")
    with reading(database) as open_one:
        found = submissions.by_id(open_one, work.removeprefix("/s/"))

    assert found.student_key == "lti:p0:user-3"
    assert found.ids["lti"]["user"] == "user-3"


@pytest.mark.parametrize("user", ["u", "u" * 246, "u" * 255])
def test_whoever_is_let_in_can_hand_in_and_has_the_grade_in_the_gradebook(database, tmp_path, platform, user):
    with running(database, tmp_path, platform) as (one, url):
        browser, _ = come(url, platform, sub=user)
        work = hand_in(url, browser)
        serving.graded(one, work.removeprefix("/s/"), report().model_dump(mode="json"))
        Delivering(one).outbox.send_due()
    assert [posted["userId"] for posted in platform.posted] == [user]


def test_the_log_says_of_which_course_of_the_platform_somebody_came(database, tmp_path, platform, capfd):
    with running(database, tmp_path, platform) as (_, url):
        come(url, platform)
    (line,) = [line for line in "".join(capfd.readouterr()).splitlines() if "came by LTI" in line]
    assert "course-1" in line
    assert "Student 3" not in line


def test_a_launch_of_one_assignment_sends_back_no_grade_of_another(database, tmp_path, platform):
    with running(database, tmp_path, platform) as (_, url):
        browser, _ = come(url, platform)
        work = hand_in(url, browser, assignment="layer-norm")
    with reading(database) as open_one:
        assert submissions.by_id(open_one, work.removeprefix("/s/")).ids == {}


def test_a_student_of_one_course_sees_nothing_of_another(database, tmp_path, platform):
    with fake_platform() as second, running(database, tmp_path, platform, second) as (_, url):
        here, _ = come(url, platform)
        there, _ = come(url, second)
        mine, other = hand_in(url, here), hand_in(url, there, b"y = 2\n")

        assert [here.ask(url + work)[0] for work in (mine, other)] == [200, 404]
        assert [there.ask(url + work)[0] for work in (mine, other)] == [404, 200]
        assert here.ask(f"{url}/teach/attention")[0] == 403


def test_an_instructor_is_led_to_the_class_and_sees_its_work(database, tmp_path, platform):
    with running(database, tmp_path, platform) as (_, url):
        student, _ = come(url, platform)
        work = hand_in(url, student)
        teacher, led = come(url, platform, sub="user-1", name="Teacher 1", **INSTRUCTOR)

        assert led == "/teach/attention"
        assert "Student 3" in teacher.ask(url + led)[2]
        assert teacher.ask(url + work)[0] == 200
    (token,) = of_person(database, "LM3", "instructor", "lti:p0:user-1")
    assert token.student_key is None


def test_whose_token_was_revoked_is_kept_out(database, tmp_path, platform):
    with running(database, tmp_path, platform) as (_, url):
        browser, _ = come(url, platform)
        with writing(database) as open_one:
            tokens.revoke(open_one, of_person(database, "LM3", "student", "lti:p0:user-3")[0].id)
        assert browser.ask(f"{url}/a/attention")[0] == 303, "to sign in"
        status, _, page = finish(browser, url, platform, begin(browser, url, platform))
        assert (status, "was ended" in page) == (403, True)


@pytest.mark.parametrize(("custom", "status"), [({}, 422), ({"assignment": "no-such-lab"}, 404)])
def test_a_link_to_no_assignment_of_ours_lets_nobody_in(database, tmp_path, platform, custom, status):
    with running(database, tmp_path, platform) as (_, url):
        browser = Browser()
        asked = begin(browser, url, platform)
        assert finish(browser, url, platform, asked, **{CLAIM + "custom": custom})[0] == status
        assert not [name for name in browser.cookies if "grade_session" in name]


def test_the_session_is_for_our_own_pages_over_tls(database, tmp_path, platform):
    with running(database, tmp_path, platform) as (_, url):
        browser, _ = come(url, platform)
    (line,) = [line for line in browser.set if line.startswith("__Host-grade_session=")]
    assert {"HttpOnly", "Secure", "SameSite=lax"} <= set(line.split("; "))


def test_without_a_platform_there_is_no_door(database, tmp_path):
    with serving.client_of(serving.service(database, tmp_path)) as client:
        assert client.post("/lti/login").status_code == 404
