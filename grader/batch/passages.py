"""Passages that two submissions share, found by copydetect, an extra. Evidence to read side by side, no verdict.

copydetect compares texts without names and spaces by fingerprints, so it also finds a copy that was changed in places.
It is quadratic in the number of submissions: fine for some hundreds.
"""

import io
import itertools
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from grader.batch.similarity import Submission
from grader.errors import UsageError

_NOISE, _WINDOW = 25, 6  # characters of a fingerprint, and how many lie between two: copydetect's own values
_MOST_ALIKE: Final = 0.5  # of both texts: pairs that share less are left out
_SHOWN: Final = 50  # pairs
_MOST: Final = 1_000  # submissions: each pair takes a third of a millisecond


class Side(NamedTuple):
    """One of two: whose it is, and its text in pieces, each with whether the other has it too."""

    key: str
    name: str
    pieces: list[tuple[str, bool]]


class Passages(NamedTuple):
    """Pairs that share much, those that share the most first, and how many more there are."""

    pairs: list[tuple[Side, Side]]
    more: int


def passages(submissions: Sequence[Submission], starter: bytes = b"") -> Passages:
    """Compare each with each, the starter left out of account; raise `UsageError` where copydetect is not installed."""
    try:
        from copydetect.detector import CodeFingerprint, compare_files
    except ImportError:
        raise UsageError(
            "Shared passages are found by copydetect, which is not installed: pip install 'grader[similarity]'."
        ) from None

    if len(submissions) > _MOST:
        raise UsageError(f"Whole texts are compared each with each, of {_MOST} submissions at the most.")

    def prints(text: str, given: Sequence[int] = ()) -> Any:  # noqa: ANN401  # copydetect has no types
        return CodeFingerprint("it.py", _NOISE, _WINDOW, boilerplate=list(given), fp=io.StringIO(text))

    given = list(prints(starter.decode("utf-8", "replace")).hashes) if starter.strip() else []
    texts = [_text(one) for one in submissions]
    marks = [prints(text, given) if text.strip() else None for text in texts]
    found = []
    for one, other in itertools.combinations(range(len(texts)), 2):
        if marks[one] is None or marks[other] is None:
            continue
        size, shares, slices = compare_files(marks[one], marks[other])
        if min(shares) >= _MOST_ALIKE:
            found.append((int(size), one, other, slices))
    found.sort(key=lambda pair: (-pair[0], pair[1], pair[2]))
    pairs = [
        (_side(submissions[one], texts[one], slices[0]), _side(submissions[other], texts[other], slices[1]))
        for _, one, other, slices in found[:_SHOWN]
    ]
    return Passages(pairs, len(found) - len(pairs))


def _text(submission: Submission) -> str:
    return "\n".join(data.decode("utf-8", "replace") for data in submission.files.values())


def _side(submission: Submission, text: str, slices: Any) -> Side:  # noqa: ANN401  # an array of starts and ends
    return Side(submission.key, submission.name, list(_pieces(text, sorted(zip(*slices.tolist(), strict=True)))))


def _pieces(text: str, common: Sequence[tuple[int, int]]) -> Iterator[tuple[str, bool]]:
    """Cut a text at the ends of what is common, whose places may overlap."""
    at = 0
    for start, end in common:
        if start > at:
            yield text[at:start], False
        if end > max(start, at):
            yield text[max(start, at) : end], True
        at = max(at, end)
    if at < len(text):
        yield text[at:], False
