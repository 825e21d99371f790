"""Each role at each address: what is not for somebody is not there for them."""

import json

import pytest

from tests.render import reports
from tests.service import serving
from tests.service.serving import bearer, upload

WHO = {
    "nobody": None,
    "the student": ("student", "LM3", "s1"),
    "another student": ("student", "LM3", "s2"),
    "a student of another course with the same key": ("student", "LM4", "s1"),
    "the instructor": ("instructor", "LM3", None),
    "an instructor of another course": ("instructor", "LM4", None),
    "the hook": ("hook", "LM3", None),
    "a hook of another course": ("hook", "LM4", None),
    "the operator": ("operator", "", None),
}
SEES = {"the student", "the instructor", "the hook", "the operator"}
TEACHES = {"the instructor", "the operator"}
#: Address, method, who may, and what the others who have a token are told.
ADDRESSES = [
    ("/api/v1/submissions/{id}", "GET", SEES),
    ("/api/v1/submissions/{id}/report", "GET", SEES),
    ("/api/v1/submissions/{id}/regrade", "POST", TEACHES),
    ("/api/v1/submissions/{id}/cancel", "POST", TEACHES),
    ("/api/v1/assignments", "GET", set(WHO) - {"nobody"}),
    ("/healthz", "GET", set(WHO)),
    ("/readyz", "GET", set(WHO)),
    ("/metrics", "GET", set(WHO)),
    ("/openapi.json", "GET", set(WHO)),
]


@pytest.fixture
def one(database, tmp_path):
    return serving.service(database, tmp_path)


@pytest.fixture
def client(one):
    with serving.client_of(one) as client:
        yield client


def head_of(database, who: str) -> dict[str, str]:
    if WHO[who] is None:
        return {}
    role, course, student = WHO[who]
    return bearer(database, role, course, student)


@pytest.mark.parametrize("who", WHO)
def test_each_role_gets_what_is_its_own_and_nothing_else(client, database, one, who):
    head = head_of(database, who)
    hook = bearer(database, "hook")
    for number, (address, method, allowed) in enumerate(ADDRESSES):
        made_id = upload(client, hook, "s1", data=b"%d" % number).json()["id"]
        if not address.endswith("cancel"):
            serving.graded(one, made_id, json.loads(reports.report(reports.check()).model_dump_json()))
        answer = client.request(method, address.format(id=made_id), headers=head)
        if who in allowed:
            assert answer.status_code in (200, 202), (address, answer.text)
        elif who == "nobody":
            assert answer.status_code == 401, address
        elif who in SEES:
            assert answer.status_code == 403, address
        else:
            assert answer.status_code == 404, address
            assert "There is no such submission" in answer.text


@pytest.mark.parametrize("who", WHO)
def test_each_role_hands_in_for_whom_it_may(client, database, who):
    head = head_of(database, who)
    own = {"the student", "a student of another course with the same key"}
    hands_in = {"the instructor", "an instructor of another course", "the hook", "a hook of another course"}
    want = 401 if who == "nobody" else 202 if who in own | hands_in else 403
    assert upload(client, head, "s1").status_code == want


def test_a_student_need_not_say_who_they_are_and_cannot_have_results_sent(client, database):
    student = bearer(database, "student", "LM3", "s1")
    assert upload(client, student, "").json()["student"] == "s1"
    for field in ({"callback_url": "https://x.example"}, {"priority": "batch"}, {"ids": '{"lti": {}}'}):
        assert upload(client, student, "s1", **field).status_code == 403


def test_what_hands_in_for_one_course_is_not_seen_in_another(client, database):
    elsewhere = bearer(database, "hook", "LM4")
    made_id = upload(client, elsewhere, "s1").json()["id"]
    assert client.get(f"/api/v1/submissions/{made_id}", headers=bearer(database, "hook", "LM3")).status_code == 404
