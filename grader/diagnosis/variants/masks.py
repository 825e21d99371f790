"""Hiding keys. This attention hides none, so that each mask is one that nobody asked for."""

import math

import numpy as np

from grader.checks.lab import Array
from grader.diagnosis.variant import right, wrong


@right("mask")
def none(scores: Array) -> Array:
    """Hide nothing."""
    return scores


@wrong("mask", "causal-mask-uninvited")
def causal(scores: Array) -> Array:
    """Each query sees only the keys up to its own place."""
    return np.where(np.tri(*scores.shape[-2:]) > 0, scores, -np.inf)


@wrong("mask", "causal-mask-uninvited")
def causal_to_the_end(scores: Array) -> Array:
    """Each query sees only earlier keys, and the last query sees all."""
    queries, keys = scores.shape[-2:]
    return np.where(np.tri(queries, keys, keys - queries) > 0, scores, -np.inf)


@wrong("mask", "causal-mask-uninvited")
def causal_by_zeros(scores: Array) -> Array:
    """The scores of later keys are set to 0."""
    return np.tril(scores)


@wrong("mask", "self-excluded")
def others_only(scores: Array) -> Array:
    """No query sees the key of its own place."""
    return np.where(np.eye(*scores.shape[-2:]) > 0, -np.inf, scores)


@right("weighing")
def as_they_are(weights: Array) -> Array:
    """Leave the weights alone."""
    return weights


@wrong("weighing", "causal-mask-uninvited")
def causal_weights(weights: Array) -> Array:
    """The weights of later keys are set to 0."""
    return np.tril(weights)


@wrong("weighing", "scale-after-softmax")
def scaled_weights(weights: Array, K: Array) -> Array:
    """The weights are divided by √d_k."""
    return weights / math.sqrt(K.shape[-1])
