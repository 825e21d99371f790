import pytest
from fastapi.testclient import TestClient

from grader.service.app import build_app
from grader.service.files import Files
from grader.service.queue.inline import InlineJobs
from grader.service.service import Service
from grader.settings import Settings


@pytest.fixture
def client(database, tmp_path):
    service = Service(Settings(), database, Files(tmp_path / "files"), InlineJobs())
    with TestClient(build_app(service)) as client:
        yield client


def test_it_is_healthy_and_ready(client):
    assert client.get("/healthz").json()["status"] == "ok"
    assert client.get("/readyz").json() == {"status": "ok", "parts": dict.fromkeys(("database", "queue", "disk"), "ok")}


def test_what_is_not_there_is_said_in_the_one_form_of_errors(client):
    answer = client.get("/nothing")
    assert answer.status_code == 404
    assert answer.json() == {"error": {"code": "not_found", "message": "Not Found."}}


def test_the_description_of_the_interface_can_be_had(client):
    assert client.get("/openapi.json").json()["info"]["title"] == "Autograder"
