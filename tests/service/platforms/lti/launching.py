"""Our side of LTI as a platform and a browser meet it, over HTTP on loopback."""

import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPMessage
from http.cookies import SimpleCookie
from urllib.parse import parse_qs, urlencode, urlsplit
from urllib.request import HTTPErrorProcessor, Request, build_opener

import requests
import uvicorn
from fastapi import FastAPI

from grader.service.platforms.connections import LtiConnection
from tests.service.platforms.lti.fake_platform import FakePlatform


def connection(platform: FakePlatform, **other: object) -> LtiConnection:
    given = {
        "course": "LM3", "issuer": platform.url, "client_id": platform.client_id, "deployment_ids": ("1",),
        "auth_login_url": f"{platform.url}/auth", "auth_token_url": f"{platform.url}/token", "key_set_url": f"{platform.url}/jwks",
    }  # fmt: skip
    return LtiConnection(**{**given, **other})


@contextmanager
def served(app: FastAPI, *platforms: FakePlatform) -> Iterator[str]:
    """Serve an application to these platforms, and yield its address."""
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error"))
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            time.sleep(0.01)
        url = f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
        for platform in platforms:
            platform.jwks_url = f"{url}/lti/jwks.json"
        yield url
    finally:
        server.should_exit = True
        thread.join()


class _AsItIs(HTTPErrorProcessor):
    def http_response(self, _request, response):
        return response

    https_response = http_response


class Browser:
    """Keeps cookies, and follows nothing by itself."""

    def __init__(self) -> None:
        self.cookies: dict[str, str] = {}
        self.set: list[str] = []

    def ask(
        self,
        url: str,
        fields: Mapping[str, str] | None = None,
        file: tuple[str, bytes] | None = None,
        **headers: str,
    ) -> tuple[int, HTTPMessage, str]:
        """Get a page, or send a form to it, with a file if one is given."""
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        body = urlencode(fields).encode() if fields is not None else None
        if file is not None:
            form = requests.Request("POST", url, data=fields, files={"file": file}).prepare()
            body, headers["Content-Type"] = form.body, form.headers["Content-Type"]
        answer = build_opener(_AsItIs).open(
            Request(url, data=body, headers={name.replace("_", "-"): value for name, value in headers.items()})
        )
        with answer:
            for line in answer.headers.get_all("Set-Cookie") or ():
                self.set.append(line)
                for name, morsel in SimpleCookie(line.replace("; Partitioned", "")).items():
                    self.cookies[name] = morsel.value
                    if morsel["max-age"] == "0":
                        del self.cookies[name]
            return answer.status, answer.headers, answer.read().decode()


def begin(browser: Browser, tool: str, platform: FakePlatform, **changed: str | None) -> dict[str, str]:
    """Start a sign-in, and return what the platform is asked for."""
    fields = {
        "iss": platform.url,
        "login_hint": "hint-1",
        "target_link_uri": "https://evil.example/",
        "lti_message_hint": "m-1",
        "client_id": platform.client_id,
        **changed,
    }
    status, headers, _ = browser.ask(
        f"{tool}/lti/login", {name: value for name, value in fields.items() if value is not None}
    )
    assert status == 302
    place = urlsplit(headers["Location"])
    assert f"{place.scheme}://{place.netloc}{place.path}" == f"{platform.url}/auth"
    return {name: values[0] for name, values in parse_qs(place.query).items()}


def finish(
    browser: Browser, tool: str, platform: FakePlatform, asked: Mapping[str, str], token: str = "", **changed: object
) -> tuple[int, HTTPMessage, str]:
    """Bring the platform's answer, with these claims changed or as this token."""
    token = token or platform.id_token(asked["nonce"], **changed)
    return browser.ask(f"{tool}/lti/launch", {"id_token": token, "state": asked["state"]})
