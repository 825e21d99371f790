"""What changed between two reports of one submission: a line with the score, then a line for each change."""

from collections.abc import Iterator, Sequence

from grader.render.escape import plain
from grader.render.words import points, score
from grader.report import Check, Report, Status

#: What can become of a check, in the order in which it is told.
_KINDS = ("✓ now passed", "↑ more points", "✗ no longer passed", "↓ fewer points", "· fails in another way")
_NAMED = 3  # changes of one kind that are named; of more, the first ones and a count


def changes(before: Report | None, now: Report) -> tuple[str, ...]:
    """Return lines that say what changed from `before`, the last report with a score, to `now`.

    The first line has the score, and says it where nothing else changed. None stands for no report yet.
    """
    if before is None:
        return (_unscored(now) if now.score is None else score(now),)
    if now.score is None:
        return (f"{_unscored(now)} (it was {score(before)})",)
    details = (*_checks(before, now), *_bugs(before, now))
    same = score(before) == score(now)
    head = score(now) if same else f"{_start(before, now)} → {score(now)}"
    return (head if details or not same else f"{head}, nothing changed", *details)


def _unscored(report: Report) -> str:
    return f"{score(report)}: {_line(report.message)}"


def _start(before: Report, now: Report) -> str:
    """Return the earlier score, with its maximum only if that was another."""
    return points(before.score or 0) if before.max_score == now.max_score else score(before)


def _checks(before: Report, now: Report) -> Iterator[str]:
    earlier = {check.id: check for check in before.checks}
    pairs = [(earlier[check.id], check) for check in now.checks if check.id in earlier]
    told = [(_told(old, check), check.title) for old, check in pairs]
    for what in _KINDS:
        yield from _named(what, [title for kind, title in told if kind == what])


def _told(old: Check, now: Check) -> str:
    """Return the one of `_KINDS` that became of a check, or "". A message has other numbers in each run."""
    passed, more, failed, fewer, otherwise = _KINDS
    if Status.PASSED in (old.status, now.status):
        return "" if old.status is now.status else passed if now.status is Status.PASSED else failed
    if old.points != now.points:
        return more if now.points > old.points else fewer
    return "" if (old.status, old.cause) == (now.status, now.cause) else otherwise


def _bugs(before: Report, now: Report) -> Iterator[str]:
    old, new = (dict.fromkeys(d.title for d in report.diagnoses) for report in (before, now))
    yield from _named("✓ no longer found", [title for title in old if title not in new])
    yield from _named("✗ found", [title for title in new if title not in old])


def _named(what: str, titles: Sequence[str]) -> Iterator[str]:
    """Name a few of `titles` behind `what`, each on a line, and count the rest."""
    named = titles if len(titles) <= _NAMED + 1 else titles[:_NAMED]  # a count of one is no shorter than its title
    for title in named:
        yield f"{what}: {_line(title)}"
    if len(titles) > len(named):
        yield f"{what}: {len(titles) - len(named)} more"


def _line(text: str) -> str:
    return " ".join(plain(text).split())
