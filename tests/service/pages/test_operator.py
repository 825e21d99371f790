"""What an operator sees and does."""

import pytest

from grader.service.database import reading, writing
from grader.service.store import attempts, audit, deliveries, workers
from tests.render.reports import report
from tests.service.pages.conftest import dead


@pytest.fixture
def operator(site):
    return site.sign_in("operator", None)


def newest(site, one):
    with reading(site.service.database) as connection:
        attempt = attempts.of_submission(connection, one.id)[0]
        return attempt.kind, attempt.state


def state_of(site, delivery):
    with reading(site.service.database) as connection:
        return deliveries.by_id(connection, delivery.id).state


def section(page, name):
    return page.text.split(f'id="{name}"')[1].split("</section>")[0]


def test_what_was_parked_is_shown_and_tried_again(site, operator):
    one = site.submission("s1")
    site.end(one, None, "parked")
    assert one.id in section(operator.get("/operate"), "parked")
    operator.post("/operate/retry", {"id": [one.id]}, on="/operate")
    assert newest(site, one) == ("regrade", "queued")
    assert one.id not in section(operator.get("/operate"), "parked")


def test_nothing_is_tried_again_that_was_not_parked(site, operator):
    one = site.submission("s1", report())
    operator.post("/operate/retry", {"id": [one.id]}, on="/operate")
    assert newest(site, one) == ("first", "done")


def test_what_was_given_up_is_shown_with_why_and_sent_again(site, operator):
    one = dead(site, site.submission("s1", report()), "<b>It answers 410.")
    other = dead(site, site.submission("s2", report()), "It answers 422.")
    shown = section(operator.get("/operate"), "dead")
    assert ("canvas main" in shown, "&lt;b&gt;It answers 410." in shown) == (True, True)

    answer = operator.post("/operate/resend", {"id": [one.id]}, on="/operate")
    assert (answer.status_code, state_of(site, one), state_of(site, other)) == (303, "waiting", "dead")
    assert "It answers 410." not in section(operator.get("/operate"), "dead")
    with reading(site.service.database) as connection:
        assert ("send again", one.id) in {(deed.action, deed.object) for deed in audit.latest(connection)}


def test_nothing_is_sent_again_by_a_form_of_another_site(site, operator):
    one = dead(site, site.submission("s1", report()), "It answers 410.")
    assert operator.client.post("/operate/resend", data={"id": [one.id]}).status_code == 403
    assert state_of(site, one) == "dead"


def test_no_name_and_no_secret_is_seen(site, operator):
    one = site.submission("s1-secret", report(), student_name="Student 3")
    dead(site, one, "It answers 410.", "callback", "https://lms.example/hook?key=secretword")
    site.token("hook", secret="whsec_hidden")
    page = operator.get("/operate").text
    assert "https://lms.example" in page
    for text in ("Student 3", "s1-secret", "whsec", "grade_", "secretword"):
        assert text not in page.replace("grade_session", "")


def test_that_no_worker_lives_is_said_until_one_does(site, operator):
    assert "nothing is graded" in section(operator.get("/operate"), "workers")
    with writing(site.service.database) as connection:
        workers.enter(connection, "h-1", host="h", level="landlock", slots=1)
    shown = section(operator.get("/operate"), "workers")
    assert ("h-1" in shown, "nothing is graded" in shown) == (True, False)
