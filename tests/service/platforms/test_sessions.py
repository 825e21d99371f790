import threading
import time

import pytest
import requests

from grader.service.platforms import sessions
from tests.service.hooks.receiver import drip, hang, receiving, status, write


def drip_a_body(*headers):
    """Send a body a byte at a time, for ever."""

    def script(released):
        def answer(handler):
            handler.wfile.write(b"\r\n".join([b"HTTP/1.1 200 OK", *headers, b"", b""]))
            while not released.is_set():
                handler.wfile.write(b"x")
                time.sleep(0.02)

        return answer

    return script


def drip_and_end(released):
    """What is cut looks like an end: there is no length."""

    def answer(handler):
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n[1")
        released.wait(60)

    return answer


@pytest.mark.parametrize("slow", [hang, drip, drip_a_body(b"Content-Length: 100000"), drip_a_body(), drip_and_end])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_an_answer_that_does_not_end_is_cut_off_whole(monkeypatch, slow, method):
    monkeypatch.setattr(sessions, "_WHOLE_SECONDS", 0.4)
    released = threading.Event()
    with receiving(slow(released)) as receiver:
        try:
            with pytest.raises(requests.RequestException):
                sessions.new_session().request(method, receiver.url, data=b"x")
        finally:
            released.set()


def test_an_answer_that_ends_is_read_whole_and_the_next_one_too():
    session = sessions.new_session()
    with receiving(write(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwhole")) as receiver:
        assert [session.post(receiver.url, data=b"x").text for _ in range(2)] == ["whole", "whole"]


def test_a_proxy_of_the_environment_is_limited_too(monkeypatch):
    monkeypatch.setattr(sessions, "_WHOLE_SECONDS", 0.4)
    released = threading.Event()
    with receiving(hang(released)) as proxy:
        monkeypatch.setenv("http_proxy", proxy.url)
        try:
            with pytest.raises(requests.RequestException):
                sessions.new_session().post("http://lms.test/x", data=b"x")
        finally:
            released.set()
    assert proxy.messages[0].path == "http://lms.test/x"


def test_a_redirect_is_a_mistake():
    with (
        receiving(status(302, Location="http://127.0.0.1:1/")) as receiver,
        pytest.raises(requests.TooManyRedirects),
    ):
        sessions.new_session().post(receiver.url, data=b"x")
