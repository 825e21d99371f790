"""What is said of a batch at its end."""

import statistics
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from grader.batch.result import Row

_MOST_LISTED: Final = 20
_WORDS: Final = {
    "graded": "graded", "rejected": "rejected: they can be sent again", "grader_error": "without a score by our fault",
    "nothing": "handed in nothing", "not code": "no code", "unmatched": "unmatched",
}  # fmt: skip


class Summary(NamedTuple):
    """Counts by status, the scores, and those that a person must look at."""

    entries: int
    counts: dict[str, int]
    scores: list[float]
    max_score: float
    odd: list[str]
    odd_more: int


def summarise(rows: Iterable[Row], entries: int, max_score: float) -> Summary:
    """Go through the rows once and keep what is said of them."""
    counts: Counter[str] = Counter()
    scores: list[float] = []
    odd: list[str] = []
    odd_more = 0
    for row in rows:
        counts[row.status] += 1
        if row.score is not None:
            scores.append(row.score)
        elif row.status != "nothing":
            if len(odd) < _MOST_LISTED:
                odd.append(f"{row.key}  {row.status}: {row.reason}")
            else:
                odd_more += 1
    return Summary(entries, dict(counts), scores, max_score, odd, odd_more)


def summary_text(summary: Summary, out: Path) -> str:
    """Return the closing words: rows in, rows out, scores, what did not match, where the files are."""
    rows = sum(summary.counts.values())
    lines = [f"{summary.entries} entries in, {rows} rows out" + ("" if rows == summary.entries else " so far")]
    lines += [f"{summary.counts[status]:6} {words}" for status, words in _WORDS.items() if status in summary.counts]
    if summary.scores:
        mean, median = statistics.mean(summary.scores), statistics.median(summary.scores)
        lines.append(f"mean {mean:.1f}, median {median:g} of {summary.max_score:g} points")
    if summary.odd:
        lines += ["", "To look at:", *(f"  {line}" for line in summary.odd)]
        lines += [f"  and {summary.odd_more} more, in grades.csv"] if summary.odd_more else []
    lines += ["", f"{out / 'grades.csv'}"]
    return "\n".join(lines) + "\n"
