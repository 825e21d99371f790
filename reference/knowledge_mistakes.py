"""What is usually answered instead, for the same numbers as in `reference.knowledge`. The words are the lab's."""

import numpy as np

from reference.attention import ArrayLike
from reference.knowledge import Array


def shape_of_queries(n: int, d_k: int) -> Array:
    """Return the shape of Q: that of the output where d_v = d_k, but not of the scores."""
    return np.array([n, d_k], np.float64)


def shape_of_features(n: int, d_k: int) -> Array:
    """Return the shape of QᵀK: features compared with features."""
    return np.array([d_k, d_k], np.float64)


def one_for_each_token(n: int, d_k: int) -> Array:
    """Return the shape of one number for each token."""
    return np.array([n], np.float64)


def sum_of_all_rows(n: int, d_k: int) -> int:
    """Return what all rows of the weights sum to together."""
    return n


def one_weight(n: int, d_k: int) -> float:
    """Return what one weight is if all are equal."""
    return 1 / n


def sum_of_scores(scores: ArrayLike) -> float:
    """Return the sum of the scores, without exponentials."""
    return float(np.sum(scores))


def exponential_of_sum(scores: ArrayLike) -> float:
    """Return the exponential of the sum, where the sum of the exponentials is asked."""
    return float(np.exp(np.sum(scores)))


def nothing_for_zero(scores: ArrayLike) -> float:
    """Return the sum of the exponentials with e⁰ taken for 0."""
    scores = np.asarray(scores, np.float64)
    return float(np.where(scores == 0, 0, np.exp(scores)).sum())


def weights_with_nothing_for_zero(scores: ArrayLike) -> Array:
    """Return weights with e⁰ taken for 0."""
    scores = np.asarray(scores, np.float64)
    exponentials = np.where(scores == 0, 0, np.exp(scores))
    return np.asarray(exponentials / exponentials.sum())


def shares_of_scores(scores: ArrayLike) -> Array:
    """Return the scores divided by their sum."""
    return np.asarray(np.asarray(scores, np.float64) / np.sum(scores))


def best_match_only(scores: ArrayLike) -> Array:
    """Return all weight on the largest score, shared where it stands more than once."""
    largest = np.asarray(scores) == np.max(scores)
    return np.asarray(largest / largest.sum())


def percent(scores: ArrayLike) -> Array:
    """Return the weights in percent."""
    exponentials = np.exp(np.asarray(scores, np.float64))
    return np.asarray(100 * exponentials / exponentials.sum())


def exponentials(scores: ArrayLike) -> Array:
    """Return the exponentials, not divided by their sum."""
    return np.asarray(np.exp(np.asarray(scores, np.float64)))


def variance(d_k: int) -> int:
    """Return the variance of the dot product, not its standard deviation."""
    return d_k


def always_one(d_k: int) -> float:
    """Return the spread of one product, not of the sum of d_k of them."""
    return 1.0


def divided_by_width(d_k: int) -> float:
    """Return the spread after a division by d_k."""
    return float(1 / np.sqrt(d_k))


def not_scaled(d_k: int) -> float:
    """Return the spread before the scaling."""
    return float(np.sqrt(d_k))
