"""The class at a glance: one page of all rows, with what a lecture could start from. Pure: data in, a page out.

The page's one script sorts and filters the table by what stands in it. Nothing that a student wrote is put into a
script, and without the script the page is complete. For a class to see, `anonymous` leaves out whoever did what.
"""

import functools
import hashlib
import statistics
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple
from urllib.parse import quote

from jinja2 import Environment

from grader.batch.cohort import Cohort, Tally, Words
from grader.batch.result import Row
from grader.render.histogram import HEIGHT, histogram
from grader.render.page import environment, ours, policy

#: What became of an entry, in the words of the page; in the order in which it counts them.
STATUSES: Final[Mapping[str, str]] = {
    "graded": "graded", "rejected": "refused", "grader_error": "grader error", "nothing": "nothing handed in",
    "not code": "no code handed in", "unmatched": "matched to nobody",
}  # fmt: skip
_SLOWEST: Final = 5
_LISTED: Final = 100  # names in a list; the table has all of them


class Bug(NamedTuple):
    """A named bug, its words, and the rows that have it."""

    id: str
    words: Words
    rows: list[Row]


class Group(NamedTuple):
    """Rows that a person should look at, and why."""

    title: str
    told: str
    rows: list[Row]


def glance(
    rows: Sequence[Row], cohort: Cohort, *, title: str, anonymous: bool = False, pages: bool = True, home: str = "."
) -> str:
    """Return the page of a class. `home` is the batch's folder, seen from that of the page.

    With `pages` a name links to its feedback there, without to its report.
    """
    style, script = ours("report.css", "glance.css"), ours("glance.js")
    shown = [check for check in cohort.checks if not (anonymous and check.visibility == "hidden")]
    scores = [row.score for row in rows if row.score is not None]
    page = _environment().get_template("glance.html").render(
        title=title,
        anonymous=anonymous,
        link=feedback_link if pages else report_link,
        home="" if home == "." else f"{quote(home)}/",
        rows=_unnamed(rows, {check.id for check in shown}) if anonymous else rows,
        names={} if anonymous else {row.key: row.name or row.key for row in rows},
        counts=_counts(rows),
        scores=scores,
        most=next((row.max_score for row in rows if row.score is not None), 0.0),
        median=statistics.median(scores) if scores else 0.0,
        mean=statistics.fmean(scores) if scores else 0.0,
        full=sum(row.score == row.max_score for row in rows),
        late=sum(row.late for row in rows),
        sheet=histogram([row.score / row.max_score for row in rows if row.score is not None and row.max_score]),
        checks=sorted(shown, key=_hardest_first),
        bugs=bugs(rows, cohort),
        groups=[] if anonymous else _groups(rows),
        cohort=cohort,
        style=style,
        script=script,
        policy=policy(style, script),
    )  # fmt: skip
    return page + "\n"


def bugs(rows: Iterable[Row], cohort: Cohort) -> list[Bug]:
    """Return the named bugs, those of most students first."""
    having: dict[str, list[Row]] = {}
    for row in rows:
        for bug in dict.fromkeys(row.bugs):
            having.setdefault(bug, []).append(row)
    found = [Bug(bug, cohort.words(bug), those) for bug, those in having.items()]
    return sorted(found, key=lambda bug: (-len(bug.rows), bug.id))


def _hardest_first(check: Tally) -> float:
    return check.rate


def _counts(rows: Iterable[Row]) -> list[tuple[str, int]]:
    count: Counter[str] = Counter(row.status for row in rows)
    return [(status, count[status]) for status in STATUSES if count[status] or status in ("graded", "rejected")]


def _groups(rows: Sequence[Row]) -> list[Group]:
    """Return the rows to look at, by why. Groups may share rows."""

    def having(status: str) -> list[Row]:
        return [row for row in rows if row.status == status]

    slowest = sorted((row for row in rows if row.seconds > 0), key=lambda row: (-row.seconds, row.key))[:_SLOWEST]
    found = (
        Group("Flagged", "For a person to decide. Nothing was taken off.", [row for row in rows if marks(row)]),
        Group("Not graded, our fault", "The grader or this machine failed. Grade them again.", having("grader_error")),
        Group("Refused", "No score was given. Each may be sent again.", having("rejected")),
        Group("No code handed in", "", having("not code")),
        Group("Matched to nobody", "Files whose names say of no student that they are theirs.", having("unmatched")),
        Group("Nothing handed in", "", having("nothing")),
        Group("Slowest", "", slowest),
    )
    return [group for group in found if group.rows]


def marks(row: Row) -> list[str]:
    """Return the flags of a row but for that it is late, which has a place of its own."""
    return [flag for flag in row.flags if flag != "late"]


def _unnamed(rows: Sequence[Row], checks: set[str]) -> list[Row]:
    """Return the rows in an order that says nothing, with nothing in them that says who.

    The order is that of digests over all rows but for their times: the same for the same class, and not to be found
    out by who knows the keys only.
    """
    salt = hashlib.sha256("\n".join(row.model_copy(update={"seconds": 0}).model_dump_json() for row in rows).encode())

    def order(row: Row) -> bytes:
        mixed = salt.copy()
        mixed.update(row.key.encode())
        return mixed.digest()

    return [
        Row(
            key="", name="", status=row.status, score=row.score, max_score=row.max_score, late=False, attempt=1,
            bugs=row.bugs, failed=tuple(check for check in row.failed if check in checks),
        )
        for row in sorted(rows, key=order)
    ]  # fmt: skip


def feedback_link(row: Row) -> str:
    """Return where the page of a row lies, seen from the folder of the batch."""
    return f"feedback/{quote(row.key, safe='')}.html"


def report_link(row: Row) -> str:
    """Return where the report of a row lies, seen from the folder of the batch."""
    return f"reports/{quote(row.key, safe='')}.json"


def has_report(row: Row) -> bool:
    """Whether the entry of a row was tried, so that there is a report, and a page if any are."""
    return row.status in ("graded", "rejected", "grader_error")


@functools.cache
def _environment() -> Environment:
    return environment(
        has_report=has_report, marks=marks, report_link=report_link,
        HEIGHT=HEIGHT, LISTED=_LISTED, STATUSES=STATUSES,
    )  # fmt: skip
