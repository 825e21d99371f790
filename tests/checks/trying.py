"""Ask one item of the shipped rubric about functions of our own, without a worker: arrays in, a finding out."""

from pathlib import Path

import numpy as np

from grader.assignment import load_assignment
from grader.checks.case import Answer, Failure
from grader.judge.expect import Oracle
from reference import attention as right

LAB = load_assignment(Path(__file__).resolve().parents[2] / "assignments" / "attention")
ITEMS = {item.id: item for item in LAB.manifest.check}
_ORACLE = Oracle(LAB.manifest.lab)


def softmax(scores):
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def answer(case, functions, oracle=_ORACLE):
    """Answer a case with a function of `functions`, or with the right one; a Failure instead of a function is told."""
    function = functions.get(case.function) or getattr(right, case.function)
    want = oracle.expect(case)
    if isinstance(function, Failure):
        return Answer(case, want, failure=function)
    arguments = {name: value.copy() for name, value in case.arguments.items()}
    with np.errstate(all="ignore"):
        result = function(*arguments.values())
    values = result if isinstance(result, tuple) else (result,)
    arrays = dict(zip(want, map(np.asarray, values), strict=False))
    return Answer(
        case,
        want,
        got={name: array.astype(np.float64) for name, array in arrays.items()},
        dtypes={name: array.dtype.name for name, array in arrays.items()},
        after=arguments if case.echo else {},
    )


def find(check, *, seed=0, **functions):
    """Return the finding of an item, or of the rubric's item of that id, when `functions` stand in for the right ones."""
    return find_item(ITEMS[check] if isinstance(check, str) else check, LAB.manifest.lab, seed=seed, **functions)


def find_item(item, lab, *, seed=0, **functions):
    """Return the finding of an item of any lab, all of whose functions are given."""
    oracle = Oracle(lab)
    answers = {c.id: answer(c, functions, oracle) for c in item.cases(lab, np.random.default_rng(seed))}
    with np.errstate(all="ignore"):  # as the judge does
        return item.find(answers)


def attention_with(normalise=softmax, scores=right.attention_scores, mix=np.matmul):
    """An attention with one of its steps exchanged."""

    def attention(Q, K, V):
        weights = normalise(scores(Q, K))
        return mix(weights, V), weights

    return attention
