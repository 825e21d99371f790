"""When a lab may be handed in, how often, and what lateness costs: `[hand_in]` of the manifest."""

from datetime import datetime
from typing import Self

from pydantic import AwareDatetime, Field, model_validator

from grader.report import Frozen

_DAY = 24 * 3600


class HandIn(Frozen):
    """The rules of handing in; without any, everything is taken at any time.

    `due` and `closes` are times with a zone (2026-12-01T18:00:00+01:00); nothing is taken after `closes`. A
    submission after `due` keeps all but `late_percent_per_day` of its points for each day begun. `attempts` is how
    often a student may hand in. What is reported is always the score of the work; what it counts is told beside it.
    """

    due: AwareDatetime | None = None
    closes: AwareDatetime | None = None
    late_percent_per_day: float = Field(default=0, ge=0, le=100)
    attempts: int | None = Field(default=None, ge=1)

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.due and self.closes and self.closes < self.due:
            raise ValueError("closes is before due")
        if self.late_percent_per_day and not self.due:
            raise ValueError("late_percent_per_day needs due")
        return self

    def late_seconds(self, at: datetime) -> int:
        """Return by how much a submission at that time is late; 0 if it is not."""
        return max(0, int((at - self.due).total_seconds())) if self.due else 0

    def counted(self, score: float, late_seconds: int) -> float:
        """Return what a score counts that is so late."""
        days = -(-late_seconds // _DAY)
        return round(score * max(0.0, 1 - days * self.late_percent_per_day / 100), 6)
