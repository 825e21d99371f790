"""What the parts of the web application share: one frozen object, made once."""

from dataclasses import dataclass
from pathlib import Path

from fastapi import Request
from sqlalchemy import Engine

from grader.assignment import Assignment, load_assignment
from grader.errors import UsageError
from grader.service.config import ServiceSettings
from grader.service.files import Files
from grader.service.queue.port import Jobs
from grader.settings import Settings, find_assignment


@dataclass(frozen=True)
class Service:
    """One running installation."""

    settings: Settings
    database: Engine
    files: Files
    jobs: Jobs

    @property
    def config(self) -> ServiceSettings:
        """What `[service]` of grader.toml decides."""
        return self.settings.service

    def assignment(self, id: str) -> Assignment | None:  # noqa: A002
        """Return the assignment with this id, None if there is none; `AssignmentError` if it is broken."""
        known = self.assignment_folders()
        return load_assignment(known[id]) if id in known else None

    def assignment_folders(self) -> dict[str, Path]:
        """Return the folders of all assignments by their ids: those beside each other, and the default one."""
        folder = self.settings.assignments
        found = {path.parent.name: path.parent for path in sorted(folder.glob("*/assignment.toml"))}
        try:
            default = find_assignment(self.settings, None)
        except UsageError:
            return found
        return {default.name: default, **found}


def service_of(request: Request) -> Service:
    """Return the service that a request came to; for `Depends`."""
    service = request.app.state.service
    assert isinstance(service, Service)
    return service
