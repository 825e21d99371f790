from dataclasses import replace
from datetime import timedelta

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import update
from sqlalchemy.exc import OperationalError

from grader.service.app import build_app
from grader.service.columns import now
from grader.service.database import open_database, writing
from grader.service.files import Files
from grader.service.headers import HEADERS
from grader.service.queue.inline import InlineJobs
from grader.service.queue.reaper import DEAD_SECONDS
from grader.service.schema import workers as table
from grader.service.service import Service
from grader.service.store import workers
from grader.settings import Settings
from tests.service import serving


@pytest.fixture
def client(database, tmp_path):
    service = Service(Settings(), database, Files(tmp_path / "files"), InlineJobs())
    with TestClient(build_app(service)) as client:
        yield client


def test_it_is_healthy_and_ready(client):
    assert client.get("/healthz").json()["status"] == "ok"
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json()["parts"] == dict.fromkeys(("database", "queue", "disk"), "ok")


def test_it_is_ready_and_warns_while_no_worker_lives(client, database):
    def warnings():
        answer = client.get("/readyz")
        assert (answer.status_code, answer.json()["status"]) == (200, "ok")
        return answer.json()["warnings"]

    assert "Start one with grade worker" in warnings()[0]
    with writing(database) as connection:
        workers.enter(connection, "h-1", host="h", level="landlock", slots=1)
    assert warnings() == []
    with writing(database) as connection:
        connection.execute(update(table).values(seen_at=now() - timedelta(seconds=2 * DEAD_SECONDS)))
    assert len(warnings()) == 1
    with writing(database) as connection:
        workers.beat(connection, "h-1")
    assert warnings() == []


def test_what_is_not_there_is_said_in_the_one_form_of_errors(client):
    answer = client.get("/nothing")
    assert answer.status_code == 404
    assert answer.json() == {"error": {"code": "not_found", "message": "Not Found."}}


def test_a_database_that_cannot_be_used_is_answered_with_when_to_come_again(database, tmp_path):
    one = serving.service(database, tmp_path)
    gone = open_database(f"postgresql://somebody@/nothing?host={tmp_path}")
    with serving.client_of(replace(one, database=gone)) as client:
        answer = serving.upload(client, {"Authorization": "Bearer grade_x"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "unavailable")
        assert int(answer.headers["Retry-After"]) > 0
        assert client.get("/readyz").status_code == 503
        assert client.get("/healthz").status_code == 200


@pytest.mark.parametrize(
    ("fault", "status", "code"),
    [(ValueError("a secret"), 500, "internal"), (OperationalError("a secret", {}, Exception()), 503, "unavailable")],
)
@pytest.mark.parametrize("address", ["/api/v1/broken", "/a/broken"])
def test_a_fault_of_ours_is_told_to_programs_and_people_without_what_it_was_about(
    database, tmp_path, fault, status, code, address
):
    app = build_app(serving.service(database, tmp_path))

    def broken() -> None:
        raise fault

    app.add_api_route(address, broken)
    app.router.routes.insert(0, app.router.routes.pop())
    with TestClient(app, raise_server_exceptions=False) as client:
        answer = client.get(address)
    assert answer.status_code == status
    assert "a secret" not in answer.text
    assert {name.lower() for name in HEADERS} <= set(answer.headers)
    assert ("retry-after" in answer.headers) == (status == 503)
    if address.startswith("/api/"):
        assert answer.json()["error"]["code"] == code
    else:
        assert answer.headers["content-type"].startswith("text/html")
        assert "service" in answer.text.split('role="alert">')[1].split("</p>")[0]


def test_the_description_of_the_interface_can_be_had(client):
    assert client.get("/openapi.json").json()["info"]["title"] == "Autograder"
