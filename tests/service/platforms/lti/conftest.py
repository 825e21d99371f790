"""A platform, and our side of it that tells in JSON who was let in."""

from collections.abc import Iterator

import pytest
from fastapi import FastAPI
from fastapi.responses import JSONResponse

from grader.service.api import errors
from grader.service.platforms.lti.keys import Keys
from grader.service.platforms.lti.router import lti_router
from grader.service.platforms.lti.tool import Tool
from tests.service.platforms.lti.fake_platform import FakePlatform, fake_platform
from tests.service.platforms.lti.launching import connection, served


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Keys:
    return Keys(tmp_path_factory.mktemp("keys"))


@pytest.fixture(scope="module")
def place(keys: Keys) -> Iterator[tuple[FakePlatform, str]]:
    """A platform and our side, for tests that leave nothing there."""
    with fake_platform() as platform:
        app = FastAPI()
        errors.install(app, lambda *_: None)
        tool = Tool({"main": connection(platform)}, keys)
        app.include_router(
            lti_router(tool, "http://tool.example", lambda _request, launched: JSONResponse(launched.__dict__))
        )
        with served(app, platform) as url:
            yield platform, url
