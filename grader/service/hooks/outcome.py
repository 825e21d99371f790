"""What becomes of one try to deliver something."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Done:
    """Nothing is left to do; `note` says so where nothing had to be sent."""

    note: str = ""


@dataclass(frozen=True)
class Later:
    """Try again, after the usual pause or after `seconds`."""

    why: str
    seconds: float | None = None


@dataclass(frozen=True)
class Never:
    """No repeat will help: a person must look."""

    why: str


Outcome = Done | Later | Never
