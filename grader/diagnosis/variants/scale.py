"""Bringing the spread of the scores back to 1: scores ÷ √d_k."""

import math
from collections.abc import Callable

import numpy as np

from grader.checks.lab import Array
from grader.diagnosis.variant import right, wrong

#: Divisors that are found written as a number.
_CONSTANTS = (2.0, 3.0, 4.0, 5.0, 8.0, 10.0, 16.0, 32.0, 64.0, 100.0, 128.0, 256.0, 512.0)

_PLAIN = 2  # axes of a matrix


@right("scale")
def by_root_of_key_width(scores: Array, K: Array) -> Array:
    """Divide by √d_k."""
    return scores / math.sqrt(K.shape[-1])


@wrong("scale", "scale-missing")
def none(scores: Array) -> Array:
    """The scores are not scaled."""
    return scores


@wrong("scale", "scale-dk")
def by_key_width(scores: Array, K: Array) -> Array:
    """The scores are divided by d_k, not by its root."""
    return scores / K.shape[-1]


@wrong("scale", "scale-dk")
def by_twice_the_key_width(scores: Array, K: Array) -> Array:
    """The scores are divided by 2·d_k: what `/ d_k ** 1/2` means."""
    return scores / K.shape[-1] / 2


@wrong("scale", "scale-twice")
def twice(scores: Array, K: Array) -> Array:
    """The scores are divided by √d_k in two places."""
    return scores / math.sqrt(K.shape[-1]) / math.sqrt(K.shape[-1])


@wrong("scale", "scale-multiplied")
def multiplied(scores: Array, K: Array) -> Array:
    """The scores are multiplied by √d_k."""
    return scores * math.sqrt(K.shape[-1])


@wrong("scale", "scale-multiplied")
def multiplied_by_width(scores: Array, K: Array) -> Array:
    """The scores are multiplied by d_k."""
    return scores * K.shape[-1]


@wrong("scale", "scale-sqrt-n")
def by_root_of_keys(scores: Array, K: Array) -> Array:
    """The scores are divided by the root of the number of keys."""
    return scores / math.sqrt(K.shape[-2])


@wrong("scale", "scale-sqrt-n")
def by_keys(scores: Array, K: Array) -> Array:
    """The scores are divided by the number of keys."""
    return scores / K.shape[-2]


@wrong("scale", "scale-batch")
def by_root_of_first_axis(scores: Array, Q: Array) -> Array:
    """The scores are divided by the root of Q's first axis, the number of queries."""
    return scores / math.sqrt(Q.shape[0])


@wrong("scale", "scale-batch")
def by_first_axis(scores: Array, Q: Array) -> Array:
    """The scores are divided by Q's first axis, the number of queries."""
    return scores / Q.shape[0]


@wrong("scale", "scale-axis-fixed")
def by_root_of_second_axis(scores: Array, Q: Array) -> Array:
    """The scores are divided by the root of Q's second axis, which is its width only where there are two."""
    return scores / math.sqrt(Q.shape[1]) if Q.ndim > _PLAIN else _impossible()


@wrong("scale", "scale-axis-fixed")
def by_root_of_third_axis(scores: Array, Q: Array) -> Array:
    """The scores are divided by the root of Q's third axis, which is its width only where there are three."""
    return scores / math.sqrt(Q.shape[2])


def _impossible() -> Array:
    raise ValueError


@wrong("scale", "scale-sqrt-dv")
def by_root_of_value_width(scores: Array, V: Array) -> Array:
    """The scores are divided by the root of the values' width."""
    return scores / math.sqrt(V.shape[-1])


@wrong("scale", "scale-d-model")
def by_root_of_model_width(scores: Array, X: Array) -> Array:
    """The scores are divided by the root of the model's width."""
    return scores / math.sqrt(X.shape[-1])


@wrong("scale", "scale-power")
def to_the_power(scores: Array) -> Array:
    """The scores are raised to the power one half; the divisor is gone."""
    return np.sqrt(scores)


@wrong("scale", "scale-power")
def to_the_negative_power(scores: Array) -> Array:
    """The scores are raised to the power minus one half; what they should be multiplied by is gone."""
    return 1 / np.sqrt(scores)


def _after(weights: Array, K: Array) -> Array:
    return weights / math.sqrt(K.shape[-1])


# The weights are divided by √d_k instead of the scores.
wrong("scale", "scale-after-softmax", weighing=_after)(none)


def _hard_coded(divisor: float) -> Callable[[Array], Array]:
    def by_a_number(scores: Array) -> Array:
        """The scores are divided by a number that does not follow the keys' width."""
        return scores / divisor

    return by_a_number


for _number in sorted({*_CONSTANTS, *np.sqrt(_CONSTANTS)}):
    wrong("scale", "hard-coded-size")(_hard_coded(float(_number)))
