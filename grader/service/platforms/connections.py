"""What grader.toml says of the learning platforms, in `[service.canvas.NAME]`, `[service.moodle.NAME]` and so on.

Which assignment there is which of ours stands here and nowhere else, so that no upload can have a grade put elsewhere.
Secrets are better given in the environment (GRADER_SERVICE__CANVAS__NAME__TOKEN) or in a file of their own.
"""

from pathlib import Path
from typing import Self

from pydantic import BaseModel, ConfigDict, SecretStr, field_validator, model_validator


class _Connection(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    course: str  # the name of our course


class _WithToken(_Connection):
    """A platform that is asked with a token: `token`, or the first line of `token_file`."""

    url: str
    token: SecretStr = SecretStr("")
    token_file: Path | None = None
    assignments: dict[str, int]  # by our id, theirs

    @field_validator("url")
    @classmethod
    def _plain(cls, url: str) -> str:
        if not url.startswith(("https://", "http://")):
            raise ValueError("must start with https://")
        return url.rstrip("/")

    @model_validator(mode="after")
    def _one_token(self) -> Self:
        if bool(self.token.get_secret_value()) == bool(self.token_file):
            raise ValueError("needs either a token or a token_file")
        return self

    def secret(self) -> str:
        """Return the token; raise `OSError` if its file cannot be read."""
        if self.token_file is None:
            return self.token.get_secret_value()
        return self.token_file.read_text().partition("\n")[0].strip()


class CanvasConnection(_WithToken):
    """A course in Canvas. `canvas_course` and the numbers of `assignments` stand in the addresses of its pages."""

    canvas_course: int


class MoodleConnection(_WithToken):
    """A course in Moodle. The numbers of `assignments` are instance ids, not the id in the page's address."""

    moodle_course: int


class LtiConnection(_Connection):
    """A platform that starts us by LTI 1.3, as it was registered there.

    Scores go to `hosts` and to the hosts of the addresses below, and nowhere else, whatever a launch says. `contexts`
    are the platform's ids of the courses whose people are let in; none is named: all of them.
    """

    issuer: str
    client_id: str
    deployment_ids: tuple[str, ...]
    auth_login_url: str
    auth_token_url: str
    key_set_url: str
    hosts: tuple[str, ...] = ()
    contexts: tuple[str, ...] = ()
