"""Whether the service lives, and whether it can do its work."""

from typing import Annotated

from fastapi import APIRouter, Depends, Response
from fastapi.responses import PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from pydantic import BaseModel

from grader.service.database import reading, writing
from grader.service.metrics import registry_of
from grader.service.queue import nobody
from grader.service.service import Service, service_of
from grader.service.store import workers

router = APIRouter(tags=["operation"])


class Health(BaseModel):
    """Each part by its name, with "ok" or what is wrong; `warnings` say what to do about what stops no upload."""

    status: str
    parts: dict[str, str] = {}
    warnings: list[str] = []


@router.get("/healthz")
def healthz() -> Health:
    """Say that the process answers."""
    return Health(status="ok")


@router.get("/readyz", responses={503: {"model": Health}})
def readyz(service: Annotated[Service, Depends(service_of)], response: Response) -> Health:
    """Say whether an upload can be taken now: the database can be written, the queue reached, the disk has room.

    That no worker lives is a warning, and the answer stays 200: what is handed in is kept and graded later. Were it
    503, a balancer would turn uploads away just when they can only wait, and a student would miss the due date.
    """
    parts = {"database": _database(service), "queue": _queue(service), "disk": _disk(service)}
    well = all(state == "ok" for state in parts.values())
    response.status_code = 200 if well else 503
    return Health(status="ok" if well else "unavailable", parts=parts, warnings=_warnings(service) if well else [])


@router.get("/metrics", response_class=PlainTextResponse)
def metrics(service: Annotated[Service, Depends(service_of)]) -> Response:
    """Return what is measured, as Prometheus reads it."""
    return Response(generate_latest(registry_of(service.database)), media_type=CONTENT_TYPE_LATEST)


def _database(service: Service) -> str:
    try:
        with writing(service.database) as connection:
            workers.beat(connection, "")  # no row, but a lock and a commit
    except Exception as error:  # whatever it is, it is an answer
        return f"cannot be written ({type(error).__name__})"
    return "ok"


def _warnings(service: Service) -> list[str]:
    with reading(service.database) as connection:
        return [warning] if (warning := nobody.warning(connection)) else []


def _queue(service: Service) -> str:
    try:
        service.jobs.check()
    except Exception as error:
        return f"cannot be reached ({type(error).__name__})"
    return "ok"


def _disk(service: Service) -> str:
    return "ok" if service.files.has_room() else "full"
