"""Who is to be told of a report. Whoever writes the report writes these deliveries in the same transaction."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from grader.service.hooks.destination import AddressRefusedError, read_url
from grader.service.store.submissions import Submission

PLATFORMS: Final = ("canvas", "moodle", "lti")


class Target(NamedTuple):
    """A kind of delivery and where it goes: an address, or the name of a connection in grader.toml."""

    kind: str
    target: str

    @property
    def shown(self) -> str:
        """Who it is, for people; of an address no more than its origin, as the rest may be a secret."""
        if self.kind != "callback":
            return f"{self.kind} {self.target}"
        try:
            return f"callback {read_url(self.target)[0]}"
        except AddressRefusedError:
            return "callback"


def targets(submission: Submission, status: str) -> Iterator[Target]:
    """Yield who is to be told of a report with this status. A fault of ours is told to no platform: it has no grade."""
    if submission.callback_url:
        yield Target("callback", submission.callback_url)
    for kind in PLATFORMS if status != "grader_error" else ():
        if connection := submission.ids.get(kind, {}).get("connection"):
            yield Target(kind, connection)
