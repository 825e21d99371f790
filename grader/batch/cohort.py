"""What a class's reports say together: how each check went, and the words for each bug that was named."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Literal

from grader.diagnosis.catalogue import catalogue
from grader.report import AssignmentInfo, Check, Diagnosis, Frozen, Report, Status


class Tally(Frozen):
    """How many submissions passed a check, in part or not, and how many it could not be tried on."""

    id: str
    title: str
    visibility: Literal["visible", "after_due", "hidden"] = "visible"
    passed: int = 0
    partial: int = 0
    failed: int = 0
    skipped: int = 0

    @property
    def tried(self) -> int:
        """All submissions that have the check in their report."""
        return self.passed + self.partial + self.failed + self.skipped

    @property
    def rate(self) -> float:
        """The share of them that passed, from 0 to 1."""
        return self.passed / self.tried if self.tried else 0.0


class Words(Frozen):
    """What a named bug is called, and the question that leads to it."""

    title: str
    hint: str = ""


class Cohort(Frozen):
    """The checks in the order of the rubric, the words of the bugs by their ids, and what was graded.

    `seed` is that of all reports, None where each has its own.
    """

    checks: tuple[Tally, ...] = ()
    bugs: dict[str, Words] = {}  # noqa: RUF012  # pydantic copies it
    assignment: AssignmentInfo | None = None
    seed: int | None = None

    def words(self, bug: str) -> Words:
        """Return the words of a bug; those of the catalogue where no report has any."""
        if bug in self.bugs:
            return self.bugs[bug]
        entry = catalogue("en").of(bug, "")
        return Words(title=entry.title, hint=entry.hint)


def cohort(reports: Iterable[Report]) -> Cohort:
    """Count through the reports once, one at a time, so that they need not be in memory together."""
    counts: dict[str, Counter[Status]] = {}
    checks: dict[str, Check] = {}
    bugs: dict[str, Words] = {}
    seeds: set[int | None] = set()
    report = None
    for report in reports:
        seeds.add(report.seed)
        for check in report.checks:
            checks.setdefault(check.id, check)
            counts.setdefault(check.id, Counter())[check.status] += 1
        bugs |= {bug: words for bug, words in _named(report.diagnoses) if bug not in bugs}
    return Cohort(
        checks=tuple(_tally(check, counts[check.id]) for check in checks.values()),
        bugs=dict(sorted(bugs.items())),
        assignment=report.assignment if report else None,
        seed=seeds.pop() if len(seeds) == 1 else None,
    )


def _named(diagnoses: Iterable[Diagnosis]) -> Iterable[tuple[str, Words]]:
    for found in diagnoses:
        if found.bug is not None:
            yield found.bug, Words(title=found.title, hint=found.hint)


def _tally(check: Check, count: Mapping[Status, int]) -> Tally:
    return Tally(
        id=check.id, title=check.title, visibility=check.visibility, **{s.value: count.get(s, 0) for s in Status}
    )
