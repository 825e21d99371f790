"""The web application: which routers and which middleware, in one place."""

from collections.abc import Iterator
from typing import Final

from fastapi import APIRouter, FastAPI

from grader.service.api import assignments, errors, health, submissions
from grader.service.api.body import BodyLimit
from grader.service.api.limits import Rates
from grader.service.headers import SafeHeaders
from grader.service.pages import exports, files, instructor, operator, result, signin, student
from grader.service.pages.arrival import arrive
from grader.service.pages.route import for_people
from grader.service.platforms.lti.keys import Keys
from grader.service.platforms.lti.router import lti_router
from grader.service.platforms.lti.tool import Tool
from grader.service.service import Service

#: The routers that every service has, in the order of their addresses. A part that is added is added here.
ROUTERS: Final[tuple[APIRouter, ...]] = (
    submissions.router, assignments.router, health.router,
    signin.router, student.router, result.router, instructor.router, exports.router, operator.router, files.router,
)  # fmt: skip

_MEGABYTE: Final = 1024 * 1024
_FIELDS: Final = 64 * 1024  # bytes of an upload that are not the file


def build_app(service: Service) -> FastAPI:
    """Return the application of a service."""
    app = FastAPI(
        title="Autograder",
        description="Takes submissions, grades them in a sandbox, and says what is wrong in them.",
        docs_url=None,  # they would load scripts from elsewhere
        redoc_url=None,
    )
    app.add_middleware(BodyLimit, most=service.config.max_upload_mb * _MEGABYTE + _FIELDS, page=for_people)
    app.add_middleware(SafeHeaders)  # outside the limit: what that refuses has them too
    app.state.service = service
    app.state.rates = Rates(service.config.rate_per_minute)
    errors.install(app, for_people)
    for router in (*ROUTERS, *_lti(service)):
        app.include_router(router)
    return app


def _lti(service: Service) -> Iterator[APIRouter]:
    """Yield the router of LTI where grader.toml names a platform."""
    config = service.config
    if config.lti:
        tool = Tool(config.lti, Keys(config.data / "keys"))  # type: ignore[abstract]  # what it lacks is never asked
        yield lti_router(tool, config.public_url, arrive)
