"""A receiver of webhooks on loopback: it answers as it is told, and counts grades as a receiver should, by message id."""

import json
import ssl
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from standardwebhooks import Webhook

Script = Callable[[BaseHTTPRequestHandler], None]


@dataclass
class Message:
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Receiver:
    """What came, in order; `answer` decides what is said to each."""

    port: int
    answer: Script
    secret: str = ""
    messages: list[Message] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/graded"

    def ids(self) -> Counter[str]:
        return Counter(message.headers["webhook-id"] for message in self.messages)

    def grades(self) -> dict[str, Any]:
        """The grades as a receiver keeps them: verified, one for each message id."""
        kept: dict[str, Any] = {}
        for message in self.messages:
            data = Webhook(self.secret).verify(message.body, message.headers)
            assert kept.setdefault(message.headers["webhook-id"], data) == data, "one id, two versions"
        return kept


def status(code: int, **headers: str) -> Script:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(code)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    return answer


def in_turn(*scripts: Script) -> Script:
    """The first script for the first message, and so on; the last for all the rest."""
    left = list(scripts)

    def answer(handler: BaseHTTPRequestHandler) -> None:
        (left.pop(0) if len(left) > 1 else left[0])(handler)

    return answer


def hang(released: threading.Event) -> Script:
    """Say nothing until the test is over."""
    return lambda _handler: released.wait(60) and None


def drip(released: threading.Event) -> Script:
    """Send one byte of a header at a time, for ever."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
        while not released.is_set():
            try:
                handler.wfile.write(b"x")
            except OSError:
                return
            time.sleep(0.02)

    return answer


def write(raw: bytes) -> Script:
    return lambda handler: handler.wfile.write(raw) and None


@contextmanager
def receiving(answer: Script, secret: str = "", tls: ssl.SSLContext | None = None) -> Iterator[Receiver]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            receiver.messages.append(Message(self.path, {k.lower(): v for k, v in self.headers.items()}, body))
            self.close_connection = True
            with suppress(OSError):  # who asked has gone
                receiver.answer(self)

        do_GET = do_POST

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    if tls:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    receiver = Receiver(server.server_address[1], answer, secret)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def parsed(message: Message) -> Any:
    return json.loads(message.body)
