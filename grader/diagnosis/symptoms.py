"""Bugs that are known by how a function fails, returns or repeats itself, not by what it computes."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import numpy as np

from grader.checks.case import Answer, Expected, Failure, Float
from grader.checks.lab import Function
from grader.report import Cause

#: What an exception says, and the bug it shows. The first that fits counts; `raised` is "Class: message".
_RAISED: Final = (
    ("not-implemented", r"NotImplementedError"),
    ("name-undefined", r"(NameError|UnboundLocalError): "),
    ("softmax-unstable", r"OverflowError: |FloatingPointError: overflow"),
    ("frameworks-mixed", r"must be Tensor, not (numpy\.)?ndarray|expected np\.ndarray|'numpy\.ndarray' object has no"),
    ("frameworks-mixed", r"'Tensor' object has no attribute '(astype|copy|reshape_as_numpy|transpose_)'"),
    ("frameworks-mixed", r"unsupported operand type\(s\) for .+: '(Tensor|numpy\.ndarray)' and '(?!\1)(Tensor|num)"),
    ("frameworks-mixed", r"(max|min|sum|mean|any|all)\(\) (received an invalid comb|got an unexpected keyword)"),
    ("api-misuse", r"(TypeError|AttributeError|RuntimeError: Please look up dimensions by name)"),
)  # fmt: skip
#: How libraries say that the columns of one matrix are not the rows of the other, in this order.
_PRODUCT: Final = (
    re.compile(r"cannot be multiplied \(\d+x(\d+) and (\d+)x"),
    re.compile(r"size (?=\d+ is different from (\d+))(\d+)"),
)
_HALF = ("float16", "bfloat16")
_NEARLY = 0.05  # relative: farther off is no matter of precision


def failing(function: Function, answers: Sequence[Answer]) -> str:
    """Return the bug that the first answer which did not come shows, or ""."""
    for answer in answers:
        failure = answer.failure
        if failure is not None:
            return failure.bug or _raised(failure) or _not_transposed(function, answer, failure)
    return ""


def _raised(failure: Failure) -> str:
    return next((bug for bug, pattern in _RAISED if re.search(pattern, failure.raised)), "")


def _not_transposed(function: Function, answer: Answer, failure: Failure) -> str:
    """Recognise Q @ K by the sizes that a library complains about."""
    if "scores" not in function.steps or "K" not in answer.case.arguments:
        return ""
    keys, width = answer.case.arguments["K"].shape
    met = [found.groups() for found in (pattern.search(failure.raised) for pattern in _PRODUCT) if found]
    return "keys-not-transposed" if (str(width), str(keys)) in met else ""


def sizes(function: Function, answers: Sequence[Answer]) -> str:
    """Return the bug of a function that is right for some sizes and comes to nothing for others, or ""."""
    came = [answer for answer in answers if _right(answer)]
    failed = [a for a in answers if (a.failure and a.failure.cause is Cause.EXCEPTION) or len(a.fitting()) < len(a.got)]
    if not came or not failed:
        return ""
    if len({_shapes(answer) for answer in came}) == 1:
        return "hard-coded-size"
    as_many = [_rows_alike(function, answer) for answer in (*came, *failed)]
    return "length-from-keys" if all(as_many[: len(came)]) and not any(as_many[len(came) :]) else ""


def _right(answer: Answer) -> bool:
    return bool(answer.got) and all(answer.within(name) for name in answer.got)


def _shapes(answer: Answer) -> tuple[tuple[int, ...], ...]:
    return tuple(argument.shape for argument in answer.case.arguments.values())


def _rows_alike(function: Function, answer: Answer) -> bool:
    """Whether all dimensions that the lab can make equal for this function's rows are equal."""
    rows = {answer.case.arguments[argument.name].shape[0] for argument in function.arguments}
    return len(rows) == 1


def returning(answers: Iterable[Answer]) -> Iterator[str]:
    """Return the bugs of how values are handed back: their order, their number, what numbers they are."""
    answers = list(answers)
    yield from dict.fromkeys(problem.bug for answer in answers for problem in answer.problems if problem.bug)
    dtypes = {dtype for answer in answers for dtype in answer.dtypes.values()}
    if any(dtype.startswith(("int", "uint", "bool")) for dtype in dtypes):
        yield "integer-result"
    if dtypes & set(_HALF):
        yield "precision-lost"


def impure(answers: Iterable[Answer]) -> bool:
    """Whether a call changed its arguments."""
    return any(
        not np.array_equal(after, answer.case.arguments[name])
        for answer in answers
        for name, after in answer.after.items()
    )


def repeated(answers: Iterable[Answer]) -> list[list[Answer]]:
    """Return the answers to each question that was asked more than once."""
    asked: dict[object, list[Answer]] = defaultdict(list)
    for answer in answers:
        if answer.got:
            asked[tuple((a.shape, a.tobytes()) for a in answer.case.arguments.values())].append(answer)
    return [same for same in asked.values() if len(same) > 1]


def unstable(answers: Iterable[Answer]) -> list[Answer]:
    """Return the answers to one question, if it was answered in more than one way."""
    for first, *others in repeated(answers):
        if any(not _same(first.got[name], other.got.get(name)) for other in others for name in first.got):
            return [first, *others]
    return []


def _same(one: Float, other: Float | None) -> bool:
    if other is None or one.shape != other.shape:
        return False
    size = np.abs(one[np.isfinite(one)]).max(initial=0)
    return bool(np.allclose(one, other, rtol=1e-4, atol=1e-5 * size, equal_nan=True))


def chance(answers: Sequence[Answer]) -> str:
    """Return the bug behind answers that differ although the question is the same, or "" if it does not show."""
    weights = [(a.got["weights"], a.want["weights"].value) for a in answers if "weights" in a.got]
    if not weights or any(got.shape != want.shape for got, want in weights):
        return ""
    dropped = [(got == 0) & (want > np.finfo(np.float32).tiny) for got, want in weights]
    kept = [got[~zero] / want[~zero] for (got, want), zero in zip(weights, dropped, strict=True)]
    if any(zero.any() for zero in dropped) and all(k.size and np.ptp(k) <= 1e-3 * np.abs(k).max() for k in kept):
        return "dropout-active"
    sums = all(np.allclose(got.sum(axis=-1), 1, atol=1e-3) and (got >= 0).all() for got, _ in weights)
    return "not-deterministic" if sums else ""


def fixed(answers: Sequence[Answer]) -> bool:
    """Whether the answers are the same whatever is asked: compared among cases of different arguments."""
    came = [answer for answer in answers if answer.got]
    different = len({tuple(a.tobytes() for a in answer.case.arguments.values()) for answer in came})
    firsts = {tuple(value.tobytes() for value in answer.got.values()) for answer in came}
    return different >= 3 and len(firsts) <= max(1, different // 3)


def worked(answers: Sequence[Answer]) -> bool:
    """Whether some answer is right to the decimals of a printed page."""
    return any(
        answer.got and all(
            answer.got[name].shape == want.value.shape and np.abs(answer.got[name] - want.value).max(initial=0) < 6e-4
            for name, want in answer.want.items() if name in answer.got
        )
        for answer in answers
    )  # fmt: skip


def precision(answers: Iterable[Answer]) -> str:
    """Return the bug of a function that is nearly right: rounded, or computed in half precision; "" if neither."""
    pairs: dict[str, list[tuple[Float, Expected]]] = defaultdict(list)
    for answer in answers:
        for name, got in answer.got.items():
            pairs[name].append((got, answer.want[name]))
    if not all(_nearly(got, want) for some in pairs.values() for got, want in some):
        return ""
    for some in pairs.values():
        if all((np.abs(got - want.value) <= want.bound).all() for got, want in some):
            continue
        values = np.concatenate([got.ravel() for got, _ in some])
        if any(_on_grid(values, decimals) for decimals in range(1, 6)):
            return "rounded"
        if (values == values.astype(np.float16)).all() or _brief(values):
            return "precision-lost"
    return ""


def _nearly(got: Float, want: Expected) -> bool:
    right = want.value
    return got.shape == right.shape and bool(np.all(np.abs(got - right) <= _NEARLY * np.abs(right).max(initial=0)))


def _on_grid(values: Float, decimals: int) -> bool:
    """Whether all values are multiples of 10^-decimals, to single precision."""
    return bool((np.abs(values - np.round(values, decimals)) <= 3e-7 * np.maximum(1, np.abs(values))).all())


def _brief(values: Float) -> bool:
    """Whether all values have no more bits than bfloat16."""
    return bool(((values.astype(np.float32).view(np.uint32) & 0xFFFF) == 0).all())
