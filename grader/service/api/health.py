"""Whether the service lives, and whether it can do its work."""

import shutil
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Response
from pydantic import BaseModel

from grader.service.database import writing
from grader.service.service import Service, service_of
from grader.service.store import workers

router = APIRouter(tags=["operation"])

_LEAST_FREE: Final = 256 * 1024 * 1024  # bytes of disk below which no upload is taken


class Health(BaseModel):
    """Each part by its name, with "ok" or what is wrong."""

    status: str
    parts: dict[str, str] = {}


@router.get("/healthz")
def healthz() -> Health:
    """Say that the process answers."""
    return Health(status="ok")


@router.get("/readyz", responses={503: {"model": Health}})
def readyz(service: Annotated[Service, Depends(service_of)], response: Response) -> Health:
    """Say whether an upload can be taken now: the database can be written, the queue reached, the disk has room."""
    parts = {"database": _database(service), "queue": _queue(service), "disk": _disk(service)}
    well = all(state == "ok" for state in parts.values())
    response.status_code = 200 if well else 503
    return Health(status="ok" if well else "unavailable", parts=parts)


def _database(service: Service) -> str:
    try:
        with writing(service.database) as connection:
            workers.beat(connection, "")  # no row, but a lock and a commit
    except Exception as error:  # whatever it is, it is an answer
        return f"cannot be written ({type(error).__name__})"
    return "ok"


def _queue(service: Service) -> str:
    try:
        service.jobs.waiting()
    except Exception as error:
        return f"cannot be reached ({type(error).__name__})"
    return "ok"


def _disk(service: Service) -> str:
    try:
        free = shutil.disk_usage(service.files.folder).free
    except OSError as error:
        return f"cannot be used ({error.strerror})"
    return "ok" if free >= _LEAST_FREE else f"{free // 1024 // 1024} MB free"
