import base64
import json
import tempfile
from datetime import timedelta

import pytest

from grader.service.columns import now
from grader.service.config import ServiceSettings
from grader.service.database import reading, writing
from grader.service.hooks.signing import new_secret, sign
from grader.service.store import attempts, submissions, tokens
from tests.render import reports
from tests.service import made, serving
from tests.service.serving import SOURCE, bearer, upload


@pytest.fixture
def one(database, tmp_path):
    return serving.service(database, tmp_path, max_upload_mb=1, rate_per_minute=60, student_queue_limit=1000)


@pytest.fixture
def client(one):
    with serving.client_of(one) as client:
        yield client


@pytest.fixture
def hook(database):
    return bearer(database, "hook")


def code(answer) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def test_an_upload_is_acknowledged_with_an_address_where_it_can_be_followed(client, hook):
    answer = upload(client, hook, student_name="Student 1")
    assert answer.status_code == 202
    assert answer.headers["Location"] == answer.json()["status_url"]
    state = client.get(answer.json()["status_url"], headers=hook).json()
    assert (state["state"], state["ahead"], state["number"], state["result"]) == ("queued", 0, 1, None)


def test_where_a_long_upload_cannot_be_kept_meanwhile_it_is_refused_until_later_and_a_short_one_is_taken(
    database, tmp_path, hook, monkeypatch
):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "a disk that is not there"))
    with serving.client_of(serving.service(database, tmp_path, max_upload_mb=2)) as client:
        long = upload(client, hook, data=SOURCE + b"#" * 1_100_000)
        assert code(long) == (503, "no_room")
        assert int(long.headers["Retry-After"]) > 0
        assert upload(client, hook).status_code == 202


def test_an_upload_can_be_json(client, hook, one):
    body = {
        "assignment": "attention",
        "student": "s1",
        "name": "a.py",
        "content_base64": base64.b64encode(SOURCE).decode(),
    }
    answer = client.post("/api/v1/submissions", headers=hook, json=body)
    assert answer.status_code == 202
    assert one.files.get(one.files.digest(SOURCE)) == SOURCE


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"content_base64": "!"}, 422),
        ({"name": None}, 422),
        ({"surprise": 1}, 422),
        ({"callback_url": "file:///etc/passwd"}, 422),
        ({"ids": {"elsewhere": {}}}, 422),
        ({"assignment": "none"}, 404),
        ({"name": "a.txt"}, 415),
    ],
)
def test_json_that_is_wrong_is_refused_with_the_field(client, hook, change, status):
    body = {"assignment": "attention", "student": "s1", "name": "a.py", "content_base64": "eA==", **change}
    answer = client.post("/api/v1/submissions", headers=hook, json=body)
    assert answer.status_code == status
    if status == 422:
        assert next(iter(change)) in answer.json()["error"]["message"]


def test_a_message_says_what_was_sent_as_it_was_sent(client, hook):
    answer = upload(client, hook, assignment="../attention")
    assert answer.json()["error"]["message"] == "There is no assignment '../attention'."
    assert upload(client, hook, surprise="1").json()["error"]["message"].endswith("permitted.")


@pytest.mark.parametrize(
    ("kind", "body", "want"),
    [
        ("text/plain", b"x", 415),
        ("application/json", b"{", 422),
        ("application/json", b"\xff", 422),
        ("multipart/form-data", b"x", 400),
        ("multipart/form-data; boundary=b", b"--b\r\nnonsense", 422),
        ("multipart/form-data; boundary=b", b"--b--\r\n", 422),
        ("", b"", 415),
    ],
)
def test_a_body_that_is_none_is_refused(client, hook, kind, body, want):
    answer = client.post("/api/v1/submissions", headers={**hook, "Content-Type": kind}, content=body)
    assert answer.status_code == want
    assert answer.json()["error"]["message"]


def test_a_file_that_is_too_large_is_refused_before_it_is_read(client, hook):
    assert code(upload(client, hook, data=b"#" * 2_000_000)) == (413, "too_large")


def test_a_body_that_does_not_say_how_long_it_is_is_cut_where_it_is_too_long(client, hook):
    def pieces():
        for _ in range(40):
            yield b"#" * 100_000

    for kind in ("application/json", "multipart/form-data; boundary=b"):
        answer = client.post("/api/v1/submissions", headers={**hook, "Content-Type": kind}, content=pieces())
        assert code(answer) == (413, "too_large")


def test_more_files_or_fields_than_there_are_are_refused(client, hook):
    files = [("file", ("a.py", SOURCE)), ("file", ("b.py", SOURCE))]
    answer = client.post("/api/v1/submissions", headers=hook, files=files, data={"assignment": "attention"})
    assert answer.status_code == 400
    answer = client.post(
        "/api/v1/submissions", headers=hook, files=files[:1], data={f"f{number}": "x" for number in range(50)}
    )
    assert answer.status_code == 400


def test_the_same_key_gives_the_same_submission(client, hook):
    key = {**hook, "Idempotency-Key": "once"}
    assert upload(client, key).json()["id"] == upload(client, key).json()["id"]
    assert code(upload(client, key, data=b"other")) == (409, "key_in_use")


def test_each_students_keys_are_their_own_and_those_of_a_courses_programs_are_shared(client, database, hook):
    first, second, again = (bearer(database, "student", student=name) for name in ("a", "b", "a"))
    ids = [
        upload(client, {**head, "Idempotency-Key": "lab1"}, student).json()["id"]
        for head, student in ((first, "a"), (second, "b"), (hook, "a"), (again, "a"), (bearer(database, "hook"), "a"))
    ]
    assert len(set(ids)) == 3
    assert (ids[0], ids[2]) == (ids[3], ids[4])


@pytest.mark.parametrize("role", ["student", "hook", "instructor"])
@pytest.mark.parametrize("door", ["canvas:main:7:45:1", "moodle:main:7:3:0:1", "page:x", "student:x", "k" * 255])
def test_no_key_of_a_request_is_kept_as_one_of_another_door(client, database, one, role, door):
    answer = upload(
        client, {**bearer(database, role, student="s1" if role == "student" else None), "Idempotency-Key": door}
    )
    if role != "student" and ":" in door:
        assert code(answer) == (422, "reserved_key")
    else:
        assert answer.status_code == 202, answer.text
    with reading(database) as connection:
        held = submissions.by_idempotency_key(connection, made.course(database).id, door)
    assert (held is None) == (role == "student" or ":" in door)


@pytest.mark.parametrize(("role", "want"), [("student", "student"), ("hook", "Vera"), ("instructor", "Vera")])
def test_a_student_is_called_what_their_token_says_and_others_say_it(client, database, role, want):
    made_id = upload(
        client, bearer(database, role, student="s1" if role == "student" else None), student_name="Vera"
    ).json()["id"]
    with reading(database) as connection:
        assert submissions.by_id(connection, made_id).student_name == want


@pytest.mark.parametrize(("role", "want"), [("student", None), ("hook", "It broke."), ("instructor", "It broke.")])
def test_what_a_fault_of_ours_was_is_not_for_students(client, database, hook, role, want):
    sent = upload(client, hook).json()
    with writing(database) as connection:
        taken = attempts.take(connection, sent["attempt"], 0, "worker", "lease")
        assert attempts.finish(connection, taken, "parked", "It broke.")
    state = client.get(
        f"/api/v1/submissions/{sent['id']}", headers=bearer(database, role, student="s1" if role == "student" else None)
    ).json()
    assert (state["state"], state["fault"]) == ("parked", want)


def test_a_token_that_uploads_too_often_is_told_when_to_come_back(database, tmp_path):
    with serving.client_of(serving.service(database, tmp_path, rate_per_minute=2)) as client:
        fast, other = bearer(database, "hook"), bearer(database, "hook")
        assert [upload(client, fast, str(number)).status_code for number in range(2)] == [202, 202]
        refused = upload(client, fast)
        assert code(refused) == (429, "too_many")
        assert int(refused.headers["Retry-After"]) > 0
        assert upload(client, other, "s9").status_code == 202


@pytest.mark.parametrize(
    ("head", "want"),
    [
        ({}, "no_token"),
        ({"Authorization": "Basic x"}, "no_token"),
        ({"Authorization": "Bearer "}, "no_token"),
        ({"Authorization": "Bearer grade_wrong"}, "bad_token"),
        ({"Authorization": "Bearer " + "x" * 5000}, "bad_token"),
    ],
)
def test_who_has_no_token_is_told_how_to_send_one(client, head, want):
    answer = upload(client, head)
    assert code(answer) == (401, want)
    assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_a_report_can_be_had_in_every_form_once_it_is_there(client, hook, one):
    made_id = upload(client, hook).json()["id"]
    address = f"/api/v1/submissions/{made_id}/report"
    assert code(client.get(address, headers=hook)) == (404, "not_graded")
    serving.graded(one, made_id, json.loads(reports.report(reports.check()).model_dump_json()))
    state = client.get(f"/api/v1/submissions/{made_id}", headers=hook).json()
    assert (state["state"], state["result"]["score"]) == ("done", reports.report(reports.check()).score)
    for form in ("json", "html", "markdown", "junit", "gradescope", "prairielearn", "autolab"):
        answer = client.get(address, headers=hook, params={"format": form})
        assert answer.status_code == 200, form
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert "sandbox" in answer.headers["Content-Security-Policy"]
    assert client.get(address, headers=hook, params={"format": "exe"}).status_code == 422


def test_an_instructor_grades_again_what_is_done_and_cancels_what_is_not(client, hook, one, database):
    teacher = bearer(database, "instructor")
    made_id = upload(client, hook).json()["id"]
    address = f"/api/v1/submissions/{made_id}"
    assert code(client.post(f"{address}/regrade", headers=teacher)) == (409, "being_graded")
    serving.graded(one, made_id, json.loads(reports.report(reports.check()).model_dump_json()))
    again = client.post(f"{address}/regrade", headers=teacher)
    assert again.status_code == 202
    assert one.jobs.jobs[f"{again.json()['attempt']}.0"] == 9
    assert client.post(f"{address}/cancel", headers=teacher).json()["state"] == "cancelled"
    assert code(client.post(f"{address}/cancel", headers=teacher)) == (409, "not_being_graded")


def test_a_signed_upload_needs_no_token_and_its_id_is_its_key(client, database):
    course = made.course(database)
    secrets = [new_secret(), new_secret()]
    for secret in secrets:
        with writing(database) as connection:
            tokens.add(connection, "hook", name="h", course_id=course.id, secret=secret)
    body = json.dumps({"assignment": "attention", "student": "s1", "name": "a.py", "content_base64": "eA=="})

    def send(text: str, head: dict[str, str], course: str = "LM3"):
        return client.post(
            "/api/v1/submissions", params={"course": course}, content=text,
            headers={**head, "Content-Type": "application/json"},
        )  # fmt: skip

    for secret in secrets:  # while one takes the place of the other, both are good
        head = sign(body, "msg_1", [secret], now())
        assert send(body, head).status_code == 202
    assert send(body, head).json()["id"] == send(body, head).json()["id"]  # a replay is the same submission
    assert code(send(body.replace("s1", "s2"), head)) == (401, "bad_signature")
    assert code(send(body, head, "LM4")) == (401, "bad_signature")
    assert code(send(body, sign(body, "msg_2", [new_secret()], now()))) == (401, "bad_signature")
    old = sign(body, "msg_3", secrets, now() - timedelta(minutes=6))
    assert "five minutes" in send(body, old).json()["error"]["message"]


def test_results_are_sent_only_where_the_operator_allows_it(client, hook, database, tmp_path):
    assert code(upload(client, hook, callback_url="https://lms.example/done")) == (422, "callback_refused")
    one = serving.service(database, tmp_path, callbacks={"allow": ["lms.example"]})
    with serving.client_of(one) as other:
        assert upload(other, hook, "s2", callback_url="https://lms.example/done").status_code == 202


def test_batches_go_after_students(client, hook, one):
    upload(client, hook, "s1", priority="batch")
    upload(client, hook, "s2")
    assert sorted(one.jobs.jobs.values()) == [1, 5]


def test_the_assignments_can_be_listed(client, hook):
    (found,) = [one for one in client.get("/api/v1/assignments", headers=hook).json() if one["id"] == "attention"]
    assert (found["entry"], found["max_score"], found["due"]) == ("attention.py", 100, None)


def test_a_name_is_text_and_never_a_path(client, hook, one, tmp_path):
    answer = upload(client, hook, filename="../../../etc/cron.d/x.py")
    assert answer.status_code == 202
    kept = [path for path in tmp_path.rglob("*") if path.is_file() and path.suffix == ".py"]
    assert kept == []


def test_the_service_listens_at_home_by_default():
    assert ServiceSettings().host == "127.0.0.1"
    assert ServiceSettings().require == "landlock"
