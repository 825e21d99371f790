"""Bugs that are known by how a function fails, returns or repeats itself, not by what it computes."""

import itertools
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import numpy as np

from grader.checks.argument import Mask
from grader.checks.case import Answer, Expected, Failure, Float
from grader.checks.lab import Function

#: What an exception says, and the bug it shows. The first that fits counts; `raised` is "Class: message".
_RAISED: Final = (
    ("not-implemented", r"NotImplementedError"),
    ("name-undefined", r"(NameError|UnboundLocalError): "),
    ("softmax-unstable", r"OverflowError: |FloatingPointError: overflow"),
    ("mask-truth-tested", r"(Boolean value of Tensor|truth value of an array) with more than one"),
    ("frameworks-mixed", r"must be Tensor, not (numpy\.)?ndarray|expected np\.ndarray|'numpy\.ndarray' object has no"),
    ("frameworks-mixed", r"'Tensor' object has no attribute '(astype|copy|reshape_as_numpy|transpose_)'"),
    ("frameworks-mixed", r"unsupported operand type\(s\) for .+: '(Tensor|numpy\.ndarray)' and '(?!\1)(Tensor|num)"),
    ("frameworks-mixed", r"received an invalid combination of arguments - got \(.*out=NoneType"),
    ("weights-not-settable", r" to put that matrix into$| holds \(.*\), where \(.*\) is given$"),
    ("axes-transposed", r"t\(\) expects a tensor with <= 2 dimensions, but self is"),
    ("rank-fixed", r"(self|mat1|mat2) must be a matrix|batch[12] must be a 3D tensor"),
    ("api-misuse", r"(TypeError|AttributeError|RuntimeError: Please look up dimensions by name)"),
)  # fmt: skip
#: How libraries say that the columns of one matrix are not the rows of the other, in this order.
_PRODUCT: Final = (
    re.compile(r"cannot be multiplied \(\d+x(\d+) and (\d+)x"),
    re.compile(r"size (?=\d+ is different from (\d+))(\d+)"),
    re.compile(r"batch2 tensor to be: \[\d+, (\d+)\] but got: \[\d+, (\d+)\]"),
)
#: How they say that axes before the last two do not go together: two lengths and the axis, or both whole shapes.
_LEADING: Final = re.compile(
    r"tensor a \((\d+)\) must match the size of tensor b \((\d+)\) at non-singleton dimension (\d)"
)
_ALIGNED: Final = re.compile(r"shapes \(.*\) and \((.*)\) not aligned")
_TURNED: Final = re.compile(r"\.T\b|transpose\(|permute\(|axes\(")
_HALF = ("float16", "bfloat16")
_NEARLY = 0.05  # relative: farther off is no matter of precision
_LEAST = 1e-30  # keeps a division by the largest of no numbers, or of zeros, finite
_SINGLE_ERROR, HALF_ERROR = 1e-5, 5e-3  # relative to the largest entry, after a few operations


def failing(function: Function, answers: Sequence[Answer]) -> str:
    """Return the bug that the first answer which did not come shows, or ""."""
    failed = [answer for answer in answers if answer.failure]
    if failed and all(_without_mask(function, answer) for answer in failed):
        return "mask-argument"
    for answer in answers:
        failure = answer.failure
        if failure is not None:
            return failure.bug or _raised(failure) or _not_transposed(function, answer, failure)
    return ""


def _without_mask(function: Function, answer: Answer) -> bool:
    """Whether a call left out a mask that may be left out."""
    left = [argument for argument in function.arguments if argument.name not in answer.case.arguments]
    return any(isinstance(argument, Mask) for argument in left)


def _raised(failure: Failure) -> str:
    return next((bug for bug, pattern in _RAISED if re.search(pattern, failure.raised)), "")


def _not_transposed(function: Function, answer: Answer, failure: Failure) -> str:
    """Recognise Q @ K, and Q @ K.T with axes in front, by the sizes that a library complains about."""
    given = answer.case.arguments
    if "scores" not in function.steps or not {"Q", "K"} <= given.keys():
        return ""
    queries, keys = given["Q"].shape, given["K"].shape
    met = [found.groups() for found in (pattern.search(failure.raised) for pattern in _PRODUCT) if found]
    if (str(keys[-1]), str(keys[-2])) in met:
        in_front = len(keys) > 2 and _TURNED.search(failure.message)  # reversed, they look like keys left as they are
        return "axes-transposed" if in_front else "keys-not-transposed"
    return "axes-transposed" if _turned(failure.raised, queries, keys) else ""


def _turned(raised: str, queries: tuple[int, ...], keys: tuple[int, ...]) -> bool:
    """Whether a library complains of keys whose axes are all reversed, or whose first two are exchanged."""
    turned = (keys[::-1], (keys[1], keys[0], *keys[2:]))
    if aligned := _ALIGNED.search(raised):
        return aligned[1].replace(" ", "") in {",".join(map(str, shape)) for shape in turned}
    found = _LEADING.search(raised)
    if not found or int(found[3]) >= len(keys) - 2 or len(queries) != len(keys):
        return False
    pairs = {(one, other) for shape in turned for one, other in zip(queries[:-2], shape[:-2], strict=True)}
    return (int(found[1]), int(found[2])) in pairs


def sizes(function: Function, came: Sequence[Answer], failed: Sequence[Answer]) -> tuple[str, ...]:
    """Return the bug of a function that does its steps for some sizes and fails for others, and what else it may be."""
    if not came or not failed:
        return ()
    ranks, failing = ({_rank(answer) for answer in some} for some in (came, failed))
    if not ranks & failing:
        return ("rank-fixed",)
    if len({_shapes(answer) for answer in came}) == 1:
        return ("hard-coded-size",) if len(questions(came)) > 1 else ("hard-coded-size", "hard-coded-answer")
    as_many = [_rows_alike(function, answer) for answer in (*came, *failed)]
    return ("length-from-keys",) if all(as_many[: len(came)]) and not any(as_many[len(came) :]) else ()


def questions(answers: Iterable[Answer]) -> set[tuple[bytes, ...]]:
    """Return what was asked, each question once."""
    return {tuple(argument.tobytes() for argument in answer.case.arguments.values()) for answer in answers}


def _shapes(answer: Answer) -> tuple[tuple[int, ...], ...]:
    return tuple(argument.shape for argument in answer.case.arguments.values())


def _rank(answer: Answer) -> int:
    """Return the number of axes of the argument that has most."""
    return max(argument.ndim for argument in answer.case.arguments.values())


def _rows_alike(function: Function, answer: Answer) -> bool:
    """Whether all dimensions that the lab can make equal for this function's rows are equal."""
    given = answer.case.arguments
    rows = {given[argument.name].shape[-2] for argument in function.arrays if given[argument.name].ndim > 1}
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


def chance(answers: Sequence[Answer]) -> tuple[str, ...]:
    """Return the bug behind answers that differ although the question is the same, and what else it may be."""
    weights = [answer.got["weights"] for answer in answers if "weights" in answer.got]
    if len(weights) == len(answers) and all(w.shape == weights[0].shape for w in weights):
        for one, other in itertools.combinations(weights, 2):
            dropped = (one == 0) != (other == 0)
            if dropped.any() and np.allclose(one[~dropped], other[~dropped], rtol=1e-3):
                return ("dropout-active",)
        if all(np.allclose(w, weights[0], rtol=1e-3) for w in weights):  # behind them dropout does not show
            return "not-deterministic", "dropout-active"
    return ("not-deterministic",)


def fixed(answers: Sequence[Answer]) -> bool:
    """Whether the answers are the same whatever is asked: compared among different questions."""
    came = [answer for answer in answers if answer.got]
    numbers = {value.tobytes() if np.ptp(value) else value.ravel()[:1].tobytes()
               for answer in came for value in list(answer.got.values())[:1] if value.size}  # fmt: skip
    return len(questions(came)) >= 3 and len(numbers) <= max(1, len(questions(came)) // 3)


def worked(answers: Sequence[Answer]) -> bool:
    """Whether some answer is right to the decimals of a printed page."""
    return any(
        answer.got and all(
            answer.got[name].shape == want.value.shape and np.abs(answer.got[name] - want.value).max(initial=0) < 6e-4
            for name, want in answer.want.items() if name in answer.got
        )
        for answer in answers
    )  # fmt: skip


def coarse(answers: Iterable[Answer]) -> tuple[str, float]:
    """Return the bug of values with few digits, and how far that puts them off (relative to the largest); or ""."""
    values: dict[str, list[Float]] = defaultdict(list)
    for answer in answers:
        for name, got in answer.got.items():
            values[name].append(got.ravel())
    for some in values.values():
        every = np.concatenate(some)
        if not np.isfinite(every).all() or not (every - np.round(every)).any():
            continue  # whole numbers come from other mistakes
        decimals = next((d for d in range(1, 6) if _on_grid(every, d)), 0)
        if decimals:
            return "rounded", min(4 * 10.0**-decimals, _NEARLY)
        if (every == every.astype(np.float16)).all() or _brief(every):
            return "precision-lost", HALF_ERROR
    return "", 0.0


def nearly_right(answers: Iterable[Answer]) -> bool:
    """Whether all values are near the right ones, and some not within their bounds."""
    values = [(answer, name) for answer in answers for name in answer.got]
    near = all(_nearly(answer.got[name], answer.want[name]) for answer, name in values)
    return near and not all(answer.within(name) for answer, name in values)


def precision(answers: Sequence[Answer]) -> bool:
    """Whether values are off by little and to both sides, as they are in half precision."""
    if not nearly_right(answers):
        return False
    off: dict[str, list[Float]] = defaultdict(list)
    for answer in answers:
        for name, got in answer.got.items():
            want = answer.want[name].value
            off[name].append(((got - want) / np.abs(want).max(initial=_LEAST)).ravel())
    errors = [np.concatenate(some) for some in off.values()]
    return all(abs(e.mean()) < e.std() / 2 for e in errors) and any(
        _SINGLE_ERROR < e.std() < HALF_ERROR for e in errors
    )


def _nearly(got: Float, want: Expected) -> bool:
    right = want.value
    near = _NEARLY * np.abs(right).max(initial=0) + want.bound  # where 0 is right, rounding is near too
    return got.shape == right.shape and bool(np.all(np.abs(got - right) <= near))


def _on_grid(values: Float, decimals: int) -> bool:
    """Whether all values are multiples of 10^-decimals, to single precision."""
    return bool((np.abs(values - np.round(values, decimals)) <= 3e-7 * np.maximum(1, np.abs(values))).all())


def _brief(values: Float) -> bool:
    """Whether all values have no more bits than bfloat16."""
    return bool(((values.astype(np.float32).view(np.uint32) & 0xFFFF) == 0).all())
