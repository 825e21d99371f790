"""A small HTTP server on loopback, for whatever a test wants to have spoken to."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit


@dataclass
class Asked:
    method: str
    path: str
    query: dict[str, list[str]]
    form: dict[str, list[str]]
    headers: dict[str, str]
    body: bytes

    def one(self, name: str) -> str:
        return ({**self.query, **self.form}.get(name) or [""])[0]


@dataclass
class Said:
    body: Any = b""
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()


@contextmanager
def serving(answer: Callable[[Asked], Said]) -> Iterator[str]:
    """Serve what `answer` says, and yield the address."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            parts = urlsplit(self.path)
            typed = self.headers.get("Content-Type", "").startswith("application/x-www-form-urlencoded")
            form = parse_qs(body.decode(), keep_blank_values=True) if typed else {}
            headers = {name.lower(): value for name, value in self.headers.items()}
            query = parse_qs(parts.query, keep_blank_values=True)
            said = answer(Asked(self.command, parts.path, query, form, headers, body))
            content = said.body if isinstance(said.body, bytes) else json.dumps(said.body).encode()
            with suppress(OSError):  # who asked has gone
                self.send_response(said.status)
                for name, value in (*said.headers, ("Content-Length", str(len(content)))):
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(content)

        do_POST = do_PUT = do_GET

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.block_on_close = False
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
