"""Mixing the rows of V (n_k, d_v) by the weights (n_q, n_k)."""

import math

import numpy as np

from grader.checks.lab import Array
from grader.diagnosis.variant import RIGHT, right, transposed, wrong


@right("mix")
def weights_by_values(weights: Array, V: Array) -> Array:
    """Sum the values, each by its weight."""
    return weights @ V


@wrong("mix", "mix-transposed")
def transposed_weights(weights: Array, V: Array) -> Array:
    """The weights are transposed before they meet the values."""
    return transposed(weights) @ V


@wrong("mix", "mix-reversed")
def values_first(weights: Array, V: Array) -> Array:
    """The values stand before the weights in the product."""
    return V @ weights


@wrong("mix", "mix-reversed")
def transposed_values_first(weights: Array, V: Array) -> Array:
    """The values stand before the weights in the product."""
    return transposed(V) @ weights


@wrong("mix", "mix-reversed")
def output_transposed(weights: Array, V: Array) -> Array:
    """The values stand before the weights in the product, so that the output lies on its side."""
    return transposed(V) @ transposed(weights)


@wrong("mix", "mix-scores")
def by_scores(scores: Array, V: Array) -> Array:
    """The scores mix the values, not the weights."""
    return scores @ V


@wrong("mix", "mix-averaged")
def averaged_over_keys(weights: Array, V: Array) -> Array:
    """The weighted values are averaged instead of summed."""
    return weights @ V / weights.shape[-1]


@wrong("mix", "mix-averaged")
def averaged_over_queries(weights: Array, V: Array) -> Array:
    """The weighted values are averaged instead of summed."""
    return weights @ V / weights.shape[-2]


@wrong("mix", "mix-not-values")
def of_keys(weights: Array, K: Array) -> Array:
    """The keys are mixed, not the values."""
    return weights @ K


@wrong("mix", "mix-not-values")
def of_queries(weights: Array, Q: Array) -> Array:
    """The queries are mixed, not the values."""
    return weights @ Q


@wrong("mix", "mix-not-values")
def of_inputs(weights: Array, X: Array) -> Array:
    """The inputs X are mixed, not the values."""
    return weights @ X


@wrong("mix", "extra-operation")
def with_queries_added(weights: Array, V: Array, Q: Array) -> Array:
    """The queries are added to the output."""
    return weights @ V + Q


@wrong("mix", "extra-operation")
def with_values_added(weights: Array, V: Array) -> Array:
    """The values are added to the output."""
    return weights @ V + V


@wrong("mix", "extra-operation")
def with_inputs_added(weights: Array, V: Array, X: Array) -> Array:
    """The inputs are added to the output."""
    return weights @ V + X


@wrong("mix", "extra-operation")
def layer_norm(weights: Array, V: Array) -> Array:
    """A layer norm is applied to the output."""
    output = weights @ V
    centred = output - output.mean(axis=-1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-5)


@wrong("mix", "extra-operation")
def softmax_of_output(weights: Array, V: Array) -> Array:
    """A softmax is applied to the output."""
    return RIGHT["normalisation"](weights @ V)


@wrong("mix", "extra-operation")
def scaled_output(weights: Array, V: Array, K: Array) -> Array:
    """The output is divided by √d_k."""
    return weights @ V / math.sqrt(K.shape[-1])


@wrong("mix", "extra-operation")
def mean_over_queries(weights: Array, V: Array) -> Array:
    """The weights are averaged over the queries before they mix the values."""
    return np.broadcast_to(weights.mean(axis=-2, keepdims=True), weights.shape) @ V


@wrong("mix", "extra-operation")
def sum_over_queries(weights: Array, V: Array) -> Array:
    """The weights are summed over the queries before they mix the values."""
    return np.broadcast_to(weights.sum(axis=-2, keepdims=True), weights.shape) @ V
