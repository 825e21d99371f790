import json
import threading
import time
from contextlib import contextmanager

import pytest
import uvicorn

from grader import remote
from grader.cli import main
from grader.errors import EnvironmentFaultError
from grader.service.app import build_app
from grader.service.database import open_database, reading, upgrade, writing
from grader.service.store import attempts, courses, submissions
from tests.service import made, serving
from tests.service.platforms.loopback import Said
from tests.service.platforms.loopback import serving as answering
from tests.service.platforms.test_delivering import report


@pytest.fixture
def service(tmp_path):
    engine = open_database(f"sqlite:///{tmp_path}/service.sqlite")
    upgrade(engine)
    made.course(engine)
    yield serving.service(engine, tmp_path)
    engine.dispose()


@contextmanager
def over_http(app):
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_config=None))
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            time.sleep(0.01)
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()


@contextmanager
def graded_by_and_by(service, outcome):
    """Whatever is handed in gets this report, or what `outcome` does with it."""
    stop = threading.Event()

    def work():
        while not stop.wait(0.02):
            for submission in handed_in(service):
                with reading(service.database) as connection:
                    state = attempts.of_submission(connection, submission.id)[0].state
                if state == "queued":
                    outcome(submission) if callable(outcome) else serving.graded(service, submission.id, outcome)

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def handed_in(service):
    with reading(service.database) as connection:
        return submissions.listed(connection, courses.by_name(connection, "LM3").id)


def run(*words):
    with pytest.raises(SystemExit) as left:
        main(["submit", *map(str, words)])
    return left.value.code


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "attention.py"
    path.write_bytes(serving.SOURCE)
    return path


def token(service, role="student", student="s1"):
    return serving.bearer(service.database, role, student=student if role == "student" else None)[
        "Authorization"
    ].split()[1]


def test_a_file_is_handed_in_and_its_report_shown(service, file, capsys):
    with over_http(build_app(service)) as url, graded_by_and_by(service, report(62.5)):
        assert run(file, "--url", url + "/", "--token", token(service), "--format", "json") == 0
        assert run(file, "--url", url, "--token", token(service, student="s2"), "--fail-under", 80) == 1

    printed = capsys.readouterr().out
    assert json.JSONDecoder().raw_decode(printed)[0]["score"] == 62.5
    assert "62.5" in printed.split("}")[-1]
    assert [(one.student_key, one.name) for one in handed_in(service)] == [
        ("s2", "attention.py"),
        ("s1", "attention.py"),
    ]
    assert service.files.get(handed_in(service)[0].source_sha256) == serving.SOURCE


def test_url_and_token_may_stand_in_the_environment(service, file, monkeypatch, tmp_path):
    with over_http(build_app(service)) as url, graded_by_and_by(service, report(62.5)):
        monkeypatch.setenv("GRADE_URL", url)
        monkeypatch.setenv("GRADE_TOKEN", token(service, "hook"))
        assert run(file, "--student", "s7", "-o", tmp_path / "report.md", "--format", "markdown") == 0

    assert "62.5" in (tmp_path / "report.md").read_text()
    assert handed_in(service)[0].student_key == "s7"


def test_answers_that_are_lost_make_no_second_submission(service, file):
    lost = {"POST": 3, "GET": 2}

    def unreliable(app):
        async def call(scope, receive, send):
            async def swallowed(_message):
                pass

            if scope["type"] == "http" and lost.get(scope["method"], 0):
                lost[scope["method"]] -= 1
                await app(scope, receive, swallowed)  # it is done, and nobody hears of it
                await send({"type": "http.response.start", "status": 503, "headers": []})
                await send({"type": "http.response.body", "body": b"<html>gateway"})
            else:
                await app(scope, receive, send)

        return call

    with over_http(unreliable(build_app(service))) as url, graded_by_and_by(service, report(62.5)):
        assert run(file, "--url", url, "--token", token(service), "--format", "json") == 0

    assert lost == {"POST": 0, "GET": 0}
    assert len(handed_in(service)) == 1


def test_a_file_that_cannot_be_graded_is_exit_3(service, file, capsys):
    with over_http(build_app(service)) as url, graded_by_and_by(service, report(None, "There is no function.")):
        assert run(file, "--url", url, "--token", token(service)) == 3
    assert "There is no function." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("role", "why"), [("student", "your instructor sees why"), ("instructor", "It ended five times.")]
)
def test_a_fault_of_the_service_is_exit_4(service, file, capsys, role, why):
    def park(submission):
        with writing(service.database) as connection:
            newest = attempts.of_submission(connection, submission.id)[0]
            held = attempts.take(connection, newest.id, newest.tries, "w", "lease")
            attempts.finish(connection, held, "parked", "It ended five times.\x1b[31m")

    whose = [] if role == "student" else ["--student", "s1"]
    with over_http(build_app(service)) as url, graded_by_and_by(service, park):
        assert run(file, "--url", url, "--token", token(service, role), *whose) == 4
    said = capsys.readouterr().err
    assert why in said
    assert "\x1b" not in said


def test_what_was_cancelled_is_exit_3(service, file):
    def cancel(submission):
        with writing(service.database) as connection:
            attempts.cancel(connection, attempts.of_submission(connection, submission.id)[0].id)

    with over_http(build_app(service)) as url, graded_by_and_by(service, cancel):
        assert run(file, "--url", url, "--token", token(service)) == 3


def test_who_has_no_patience_leaves_with_5_and_the_upload_stays(service, file, capsys):
    with over_http(build_app(service)) as url:
        assert run(file, "--url", url, "--token", token(service), "--patience", 1) == 5
    assert "it is queued" in capsys.readouterr().err
    assert len(handed_in(service)) == 1


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--token", "grade_wrong"], 2, "does not accept the token"),
        (["--token", "snow☃man"], 2, "characters that none has"),
        (["-a", "no-such"], 2, "no assignment"),
        (["--student", "somebody-else"], 2, "may not hand in"),
    ],
)
def test_what_the_service_refuses_is_said_with_its_exit_code(service, file, capsys, words, code, said):
    with over_http(build_app(service)) as url:
        assert run(file, "--url", url, "--token", token(service), *words) == code
    printed = capsys.readouterr()
    assert said in printed.err
    assert "grade_wrong" not in printed.err + printed.out


def test_a_kind_of_file_that_is_none_is_exit_3(service, tmp_path):
    odd = tmp_path / "essay.docx"
    odd.write_bytes(b"x")
    with over_http(build_app(service)) as url:
        assert run(odd, "--url", url, "--token", token(service)) == 3


@pytest.mark.parametrize("url", ["ftp://x", "grader.school.edu", "http://", "http://[", "http://a b/"])
def test_an_address_that_is_none_is_a_usage_error(file, url):
    assert run(file, "--url", url, "--token", "t", "--patience", 1) in (2, 5)


def test_files_that_are_none_are_found_before_anything_is_sent(tmp_path):
    assert run(tmp_path / "none.py", "--url", "http://127.0.0.1:1", "--token", "t") == 2
    assert run(tmp_path, "--url", "http://127.0.0.1:1", "--token", "t") == 2


def test_nobody_there_is_exit_5(file, capsys):
    assert run(file, "--url", "http://127.0.0.1:1", "--token", "secret-token", "--patience", 1) == 5
    assert "secret-token" not in capsys.readouterr().err


class Clock:
    """Time that passes by sleeping."""

    def __init__(self):
        self.passed = 0.0

    def monotonic(self):
        return self.passed

    def sleep(self, seconds):
        self.passed += seconds


def cut(said):
    """The same answer, which ends before its end."""
    return Said(json.dumps(said).encode()[:-1], headers=(("Content-Length", str(len(json.dumps(said)))),))


BUSY = Said({"error": {"code": "queue_full", "message": "Too much is waiting."}}, 429, (("Retry-After", "30"),))


@pytest.mark.parametrize("trouble", [[BUSY], [BUSY, BUSY, cut({})], [BUSY, cut({"id": "a"})] * 3, [cut({"id": "a"})]])
def test_who_is_asked_to_come_again_later_comes_again_whatever_fails_then(file, monkeypatch, trouble):
    clock, left = Clock(), list(trouble)
    monkeypatch.setattr(remote, "time", clock)
    with answering(lambda _: left.pop(0) if left else Said({"id": "abc"})) as url:
        service = remote.Remote(url, "t", 600)
        assert json.loads(service._ask("", {"name": "a.py"}, key="k")) == {"id": "abc"}
    assert clock.passed >= 30 * trouble.count(BUSY)


def test_a_report_that_is_cut_is_asked_for_again(file, capsys):
    whole = report(62.5)
    answers = {"": [Said({"id": "abc"}, 202)], "/abc": [Said({"state": "done"})], "report": [cut(whole), Said(whole)]}

    def answer(asked):
        said = answers[asked.path.removeprefix("/api/v1/submissions").removeprefix("/abc/")]
        return said.pop(0) if len(said) > 1 else said[0]

    with answering(answer) as url:
        assert run(file, "--url", url, "--token", "t", "--format", "json") == 0
    assert json.loads(capsys.readouterr().out)["score"] == 62.5


def test_what_fails_all_the_time_is_given_up_before_patience_is(file, monkeypatch):
    clock = Clock()
    monkeypatch.setattr(remote, "time", clock)
    with answering(lambda _: cut({"id": "abc"})) as url, pytest.raises(EnvironmentFaultError, match="be reached"):
        remote.Remote(url, "t", 600)._ask("", {"name": "a.py"}, key="k")
    assert 30 < clock.passed < 60


def test_a_redirect_takes_the_token_nowhere(file):
    reached = []
    elsewhere = answering(lambda asked: reached.append(asked) or Said({}))
    with elsewhere as other, answering(lambda _: Said(status=307, headers=(("Location", other),))) as url:
        assert run(file, "--url", url, "--token", "t") == 2
    assert reached == []


@pytest.mark.parametrize("said", [Said(b"<html>hello"), Said([]), Said({"id": "../../x"}), Said({"id": 7}), Said({})])
def test_what_is_no_service_of_ours_is_said(file, capsys, said):
    with answering(lambda _: said) as url:
        assert run(file, "--url", url, "--token", "t") == 2
    assert "not this grader's service" in capsys.readouterr().err
