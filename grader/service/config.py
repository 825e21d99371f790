"""What `[service]` of grader.toml decides."""

from pathlib import Path
from typing import Annotated, Literal, Self
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, field_validator, model_validator

from grader.service.platforms.connections import CanvasConnection, LtiConnection, MoodleConnection

#: What a connection is called: it is in the keys of its students, before a colon.
_Name = Annotated[str, StringConstraints(pattern=r"^[^:]+$")]


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Callbacks(_Section):
    """Where results may be sent: origins, and networks that are not public; see `hooks.addresses`."""

    allow: tuple[str, ...] = ()


class ServiceSettings(_Section):
    """One installation of the service. Sizes in megabytes, times in seconds unless the name says another unit.

    `database` is a URL of SQLAlchemy, "" for a SQLite file in `data`; `engine_database` the same for the queue's own
    tables, which are kept apart. Machines that share a PostgreSQL share the folder `data` too.
    """

    host: str = "127.0.0.1"
    port: int = Field(default=8000, ge=0, le=65535)
    data: Path = Path("data")
    database: str = ""
    engine_database: str = ""
    public_url: str = ""
    workers: int = Field(default=0, ge=0, le=512)  # gradings at a time on this machine; 0 is one for each core
    require: Literal["namespaces", "landlock", "process"] = "landlock"
    max_upload_mb: int = Field(default=8, ge=1, le=256)
    queue_limit: int = Field(default=2000, ge=1)  # uploads that may wait; more are refused until some are done
    student_queue_limit: int = Field(default=5, ge=1)  # of one student
    rate_per_minute: int = Field(default=120, ge=1)  # uploads of one token
    most_deaths: int = Field(default=5, ge=1)  # after which an attempt is parked
    drain_seconds: float = Field(default=20.0, ge=0)  # that a graceful stop waits for what is being graded
    retention_days: int = Field(default=0, ge=0)  # 0 keeps everything
    callbacks: Callbacks = Callbacks()
    canvas: dict[_Name, CanvasConnection] = Field(default_factory=dict)
    moodle: dict[_Name, MoodleConnection] = Field(default_factory=dict)
    lti: dict[_Name, LtiConnection] = Field(default_factory=dict)
    poll_seconds: float = Field(default=300.0, ge=10)  # between two looks at Canvas and Moodle for new work

    @field_validator("database", "engine_database")
    @classmethod
    def _known_database(cls, url: str) -> str:
        scheme = urlsplit(url).scheme.partition("+")[0]
        if url and scheme not in ("sqlite", "postgresql", "postgres"):
            raise ValueError("must be a URL that starts with sqlite:/// or postgresql://, or empty")
        return url

    @model_validator(mode="after")
    def _reachable(self) -> Self:
        if self.lti and not self.public_url:
            raise ValueError("lti needs public_url, the address that platforms send people to")
        return self

    @property
    def database_url(self) -> str:
        """The URL of the tables of the service."""
        return self.database or f"sqlite:///{self.data / 'service.sqlite'}"

    @property
    def engine_url(self) -> str:
        """The URL of the queue's own tables; beside the service's in PostgreSQL, in a file of its own in SQLite."""
        if self.engine_database:
            return self.engine_database
        if self.database and not self.database.startswith("sqlite"):
            return self.database
        return f"sqlite:///{self.data / 'queue.sqlite'}"
