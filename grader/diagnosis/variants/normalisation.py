"""From scores (…, n_q, n_k) to weights that sum to 1 for each query."""

from collections.abc import Callable

import numpy as np

from grader.checks.lab import Array
from grader.diagnosis.variant import right, wrong

#: Bounds and small constants as they are found written.
_CLAMPS = (1.0, 5.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 85.0, 88.0, 100.0, 500.0, 700.0)
_CONSTANTS = (
    1.0,
    0.5,
    0.1,
    0.05,
    0.02,
    1e-2,
    5e-3,
    2e-3,
    1e-3,
    1e-4,
    1e-5,
    1e-6,
    1e-7,
    1e-8,
    1e-9,
    1e-10,
    1e-12,
    1e-15,
    1e-16,
)
_ORDINARY = 20.0  # scores of random arguments stay below this
_VISIBLE = 1e-3  # constants from which weights at ordinary size show them
_ROW, _COLUMN, _ALL = -1, -2, (-2, -1)
_SAMPLES = 3  # axes from which there are samples


def _largest(scores: Array, axis: int | tuple[int, ...] = _ROW) -> Array:
    return scores.max(axis=axis, keepdims=True)


def _sum(values: Array, axis: int | tuple[int, ...] = _ROW) -> Array:
    return values.sum(axis=axis, keepdims=True)


def _softmax(scores: Array, axis: int | tuple[int, ...]) -> Array:
    exponentials = np.exp(scores - _largest(scores, axis))
    return exponentials / _sum(exponentials, axis)


@right("normalisation")
def over_keys(scores: Array) -> Array:
    """Each query's weights sum to 1."""
    return _softmax(scores, _ROW)


@wrong("normalisation", "softmax-axis")
def over_queries(scores: Array) -> Array:
    """Each key's weights sum to 1: the softmax runs over the queries."""
    return _softmax(scores, _COLUMN)


@wrong("normalisation", "softmax-axis")
def divided_by_column_sums(scores: Array) -> Array:
    """The row's maximum is subtracted, but the division is by the sums of the columns."""
    exponentials = np.exp(scores - _largest(scores))
    return exponentials / _sum(exponentials, _COLUMN)


@wrong("normalisation", "softmax-flattened")
def over_everything(scores: Array) -> Array:
    """All weights of the matrix together sum to 1."""
    return _softmax(scores, _ALL)


@wrong("normalisation", "softmax-flattened")
def divided_by_one_sum(scores: Array) -> Array:
    """Each row has its own maximum subtracted, but all are divided by the sum of the whole matrix."""
    exponentials = np.exp(scores - _largest(scores))
    return exponentials / _sum(exponentials, _ALL)


def _axis_from_the_start(axis: int, Q: Array) -> int:
    """Count an axis of stacked scores from the end, given one counted from the start of the scores themselves."""
    if Q.ndim < _SAMPLES:
        raise ValueError
    return axis - Q.ndim


@wrong("normalisation", "softmax-batch-axis")
def over_samples(scores: Array, Q: Array) -> Array:
    """The softmax runs over the first axis, the samples."""
    return _softmax(scores, _axis_from_the_start(0, Q))


@wrong("normalisation", "softmax-axis-fixed")
def over_second_axis(scores: Array, Q: Array) -> Array:
    """The softmax runs over the second axis, whatever that is."""
    return _softmax(scores, _axis_from_the_start(1, Q))


@wrong("normalisation", "softmax-axis-implicit")
def over_implicit_axis(scores: Array, Q: Array) -> Array:
    """The softmax runs over the axis that the library takes where none is named: the last but two."""
    return _softmax(scores, _axis_from_the_start(Q.ndim - _SAMPLES, Q))


@wrong("normalisation", "softmax-axis-fixed")
def over_third_axis(scores: Array, Q: Array) -> Array:
    """The softmax runs over the third axis, which is the last one only where there are three."""
    return _softmax(scores, _axis_from_the_start(2, Q))


@wrong("normalisation", "softmax-flattened")
def over_all_samples(scores: Array, Q: Array) -> Array:
    """All weights of all samples together sum to 1."""
    return _softmax(scores, tuple(range(_axis_from_the_start(0, Q), 0)))


@wrong("normalisation", "softmax-global-max", large=True)
def shifted_by_maximum_of_all_samples(scores: Array, Q: Array) -> Array:
    """The largest score of all samples is subtracted: low rows vanish."""
    exponentials = np.exp(scores - _largest(scores, tuple(range(_axis_from_the_start(0, Q), 0))))
    return exponentials / _sum(exponentials)


@wrong("normalisation", "softmax-shift-axis")
def shifted_by_column_maximum(scores: Array) -> Array:
    """The maximum that is subtracted is that of the column, not of the row."""
    exponentials = np.exp(scores - _largest(scores, _COLUMN))
    return exponentials / _sum(exponentials)


@wrong("normalisation", "softmax-twice")
def twice(scores: Array) -> Array:
    """Softmax is applied to the weights once more."""
    return _softmax(_softmax(scores, _ROW), _ROW)


@wrong("normalisation", "softmax-log")
def logarithm(scores: Array) -> Array:
    """The logarithm of the weights is returned."""
    shifted = scores - _largest(scores)
    return shifted - np.log(_sum(np.exp(shifted)))


@wrong("normalisation", "softmax-sigmoid")
def sigmoid(scores: Array) -> Array:
    """Each score goes through a sigmoid by itself."""
    return 1 / (1 + np.exp(-scores))


@wrong("normalisation", "softmax-no-exp")
def without_exponential(scores: Array) -> Array:
    """The scores are divided by their sum without exponentials."""
    return scores / _sum(scores)


@wrong("normalisation", "softmax-no-exp")
def absolute_without_exponential(scores: Array) -> Array:
    """The sizes of the scores are divided by their sum without exponentials."""
    return np.abs(scores) / _sum(np.abs(scores))


@wrong("normalisation", "softmax-no-exp")
def positive_without_exponential(scores: Array) -> Array:
    """The positive scores are divided by their sum without exponentials."""
    return np.maximum(scores, 0) / _sum(np.maximum(scores, 0))


@wrong("normalisation", "softmax-no-exp")
def least_subtracted_without_exponential(scores: Array) -> Array:
    """The scores, moved to start at 0, are divided by their sum without exponentials."""
    moved = scores - scores.min(axis=-1, keepdims=True)
    return moved / _sum(moved)


@wrong("normalisation", "softmax-not-divided")
def not_divided(scores: Array) -> Array:
    """The exponentials are not divided by their sum."""
    return np.exp(scores)


@wrong("normalisation", "softmax-not-divided")
def shifted_but_not_divided(scores: Array) -> Array:
    """The exponentials are not divided by their sum."""
    return np.exp(scores - _largest(scores))


@wrong("normalisation", "hard-max")
def best_match_only(scores: Array) -> Array:
    """The largest score of a row gets all the weight."""
    return (scores == _largest(scores)).astype(scores.dtype)


@wrong("normalisation", "hard-max")
def first_best_match_only(scores: Array) -> Array:
    """The first of the largest scores of a row gets all the weight."""
    return (np.arange(scores.shape[-1]) == scores.argmax(axis=-1)[..., None]).astype(scores.dtype)


@wrong("normalisation", "softmax-missing")
def none(scores: Array) -> Array:
    """The scores are used as they are."""
    return scores


@wrong("normalisation", "softmax-numerator-only")
def shifted_above_only(scores: Array) -> Array:
    """The maximum is subtracted in the numerator only."""
    return np.exp(scores - _largest(scores)) / _sum(np.exp(scores))


@wrong("normalisation", "softmax-numerator-only")
def shifted_below_only(scores: Array) -> Array:
    """The maximum is subtracted in the denominator only."""
    return np.exp(scores) / _sum(np.exp(scores - _largest(scores)))


@wrong("normalisation", "softmax-keepdim")
def sums_along_columns(scores: Array) -> Array:
    """The sums lose their axis, so that each column is divided by another row's sum."""
    exponentials = np.exp(scores - _largest(scores))
    return exponentials / exponentials.sum(axis=-1)[..., None, :]


@wrong("normalisation", "softmax-keepdim")
def maxima_along_columns(scores: Array) -> Array:
    """The maxima lose their axis, so that each column has another row's maximum subtracted."""
    exponentials = np.exp(scores - scores.max(axis=-1)[..., None, :])
    return exponentials / _sum(exponentials)


@wrong("normalisation", "softmax-keepdim")
def both_along_columns(scores: Array) -> Array:
    """Maxima and sums lose their axis, so that columns are treated by the numbers of rows."""
    exponentials = np.exp(scores - scores.max(axis=-1)[..., None, :])
    return exponentials / exponentials.sum(axis=-1)[..., None, :]


@wrong("normalisation", "softmax-unstable", large=True)
def unshifted(scores: Array) -> Array:
    """Nothing is subtracted: exponentials of large scores overflow."""
    exponentials = np.exp(scores)
    return exponentials / _sum(exponentials)


@wrong("normalisation", "softmax-global-max", large=True)
def shifted_by_one_maximum(scores: Array) -> Array:
    """The largest score of the whole matrix is subtracted: low rows vanish."""
    exponentials = np.exp(scores - _largest(scores, _ALL))
    return exponentials / _sum(exponentials)


@wrong("normalisation", "softmax-mean-shift", large=True)
def shifted_by_mean(scores: Array) -> Array:
    """The mean is subtracted instead of the maximum."""
    exponentials = np.exp(scores - scores.mean(axis=-1, keepdims=True))
    return exponentials / _sum(exponentials)


def _unshifted_over(axis: int | tuple[int, ...], *, keepdims: bool = True) -> Callable[[Array], Array]:
    def unshifted_over_others(scores: Array) -> Array:
        """Nothing is subtracted, and the sums are not those of the rows."""
        exponentials = np.exp(scores)
        sums = _sum(exponentials, axis) if keepdims else exponentials.sum(axis=axis)[..., None, :]
        return exponentials / sums

    return unshifted_over_others


wrong("normalisation", "softmax-axis", beside="softmax-unstable")(_unshifted_over(_COLUMN))
wrong("normalisation", "softmax-flattened", beside="softmax-unstable")(_unshifted_over(_ALL))
wrong("normalisation", "softmax-keepdim", beside="softmax-unstable")(_unshifted_over(_ROW, keepdims=False))


def _divided_by(axis: int | tuple[int, ...], *, absolute: bool) -> Callable[[Array], Array]:
    def divided_by_maximum(scores: Array) -> Array:
        """The scores are divided by the largest instead of having it subtracted."""
        return _softmax(scores / _largest(np.abs(scores) if absolute else scores, axis), _ROW)

    return divided_by_maximum


for _axis in (_ROW, _ALL):
    for _absolute in (False, True):
        wrong("normalisation", "softmax-divided-by-max")(_divided_by(_axis, absolute=_absolute))


def _clamped(least: float, most: float) -> Callable[[Array], Array]:
    def clamped(scores: Array) -> Array:
        """The scores are cut at a bound before the exponential."""
        exponentials = np.exp(np.clip(scores, least, most))
        return exponentials / _sum(exponentials)

    return clamped


for _bound in _CLAMPS:
    for _least in (-_bound, -np.inf):
        wrong("normalisation", "softmax-clamped", large=_bound >= _ORDINARY)(_clamped(_least, _bound))


def _with_constant(constant: float, *, shifted: bool) -> Callable[[Array], Array]:
    def with_constant(scores: Array) -> Array:
        """A small constant is added to the sum instead of subtracting the maximum."""
        exponentials = np.exp(scores - _largest(scores)) if shifted else np.exp(scores)
        return exponentials / (_sum(exponentials) + constant)

    return with_constant


for _constant in _CONSTANTS:
    wrong("normalisation", "softmax-epsilon", large=_constant < _VISIBLE)(_with_constant(_constant, shifted=False))
    if _constant >= _VISIBLE:  # smaller ones do no harm beside the maximum
        wrong("normalisation", "softmax-epsilon")(_with_constant(_constant, shifted=True))
