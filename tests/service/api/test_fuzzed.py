"""Whatever is sent, the answer is one that the description of the interface knows, and nothing is written elsewhere."""

import io
import zipfile

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from grader.service.app import build_app
from grader.service.database import open_database, upgrade
from tests.service import serving
from tests.service.serving import bearer

_CALM = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    """One service for all examples: it has to bear what came before, too."""
    folder = tmp_path_factory.mktemp("service")
    engine = open_database(f"sqlite:///{folder}/service.sqlite")
    upgrade(engine)
    limits = {"rate_per_minute": 10**6, "queue_limit": 10**6, "student_queue_limit": 10**6, "max_upload_mb": 1}
    one = serving.service(engine, folder, **limits)
    head = bearer(engine, "instructor")
    with serving.client_of(one) as client:
        yield one, client, head, folder
    engine.dispose()


def _zip(names: list[str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in dict.fromkeys(name.replace("\0", "") or "a.py" for name in names):
            archive.writestr(name, "x = 1\n")
    return out.getvalue()


_NAMES = st.text(max_size=300) | st.sampled_from(
    ["../../etc/passwd", "a.py", "A.PY", ".py", "a.zip", "a.ipynb", "..\\..\\a.py", "-rf.py", "a\r\nX-Evil: 1.py", "a\0.py", "CON.py"]
)  # fmt: skip
_DATA = st.binary(max_size=3000) | st.lists(_NAMES, max_size=4).map(_zip)
_TEXT = st.text(max_size=40)


@given(name=_NAMES, data=_DATA, student=_TEXT, who=_TEXT, ids=_TEXT | st.just('{"lti": {"a": "b"}}'))
@_CALM
def test_any_upload_is_taken_or_refused_with_a_reason(running, name, data, student, who, ids):
    one, client, head, folder = running
    answer = client.post(
        "/api/v1/submissions", headers=head,
        files={"file": (name.encode("utf-8", "replace").decode(), data)},
        data={"assignment": "attention", "student": student.encode("utf-8", "replace").decode(),
              "student_name": who.encode("utf-8", "replace").decode(), "ids": ids.encode("utf-8", "replace").decode()},
    )  # fmt: skip
    assert answer.status_code in (202, 400, 415, 422), answer.text
    if answer.status_code == 202:
        assert one.files.get(one.files.digest(data)) == data
        assert client.get(answer.json()["status_url"], headers=head).status_code == 200
    else:
        assert answer.json()["error"]["message"]
    kept = {path.parent.parent.name for path in folder.rglob("*") if path.is_file() and "sqlite" not in path.name}
    assert kept <= {"files"}


@given(kind=st.sampled_from(["application/json", "multipart/form-data; boundary=b", "multipart/form-data", "text/x"]),
       body=st.binary(max_size=400) | st.binary(max_size=200).map(lambda b: b"--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"" + b))  # fmt: skip
@_CALM
def test_any_body_at_all_is_refused_with_a_reason(running, kind, body):
    _, client, head, _ = running
    answer = client.post("/api/v1/submissions", headers={**head, "Content-Type": kind}, content=body)
    assert answer.status_code in (400, 415, 422), answer.text
    assert answer.json()["error"]["code"]


OPERATIONS = [
    ("/api/v1/submissions", "POST"), ("/api/v1/submissions/{id}", "GET"), ("/api/v1/submissions/{id}/report", "GET"),
    ("/api/v1/submissions/{id}/regrade", "POST"), ("/api/v1/submissions/{id}/cancel", "POST"),
    ("/api/v1/assignments", "GET"), ("/healthz", "GET"), ("/readyz", "GET"), ("/metrics", "GET"),
]  # fmt: skip
_CHECKS = [not_a_server_error, status_code_conformance, response_schema_conformance, content_type_conformance]


@pytest.mark.parametrize(("address", "method"), OPERATIONS)
def test_every_answer_is_one_that_the_description_knows(running, address, method):
    one, _, head, _ = running
    described = schemathesis.openapi.from_asgi("/openapi.json", build_app(one))

    @given(case=described[address][method].as_strategy())
    @settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
    def ask(case: schemathesis.Case) -> None:
        case.validate_response(case.call(headers=head), checks=_CHECKS)

    ask()


def test_every_address_of_the_interface_is_asked(running):
    one, *_ = running
    paths = build_app(one).openapi()["paths"]
    assert {(path, method.upper()) for path, methods in paths.items() for method in methods} == set(OPERATIONS)
