"""Multi-head attention as it goes wrong: one step done in a known-wrong way, the others right. The words are the lab's.

Each function takes what the right one in `reference.multi_head` takes. Heads stand in front: (h, n, d_h).
"""

from collections.abc import Callable
from functools import partial

import numpy as np

from reference.attention import Array, ArrayLike, softmax
from reference.multi_head import merge_heads, split_heads

_Split = Callable[[Array, int], Array]


def split_by_reshape(X: ArrayLike, num_heads: int) -> Array:
    """Reshape to (h, n, d_h) where the columns should be cut: tokens and features are mixed."""
    return np.asarray(X, np.float64).reshape(num_heads, len(X), -1)


def split_interleaved(X: ArrayLike, num_heads: int) -> Array:
    """Deal the columns out to the heads in turn."""
    return np.moveaxis(np.asarray(X, np.float64).reshape(len(X), -1, num_heads), -1, 0)


def split_not_moved(X: ArrayLike, num_heads: int) -> Array:
    """Cut the columns, and leave the head axis behind the tokens: (n, h, d_h)."""
    return np.asarray(X, np.float64).reshape(len(X), num_heads, -1)


def split_into_width(X: ArrayLike, num_heads: int) -> Array:
    """Take the number of heads for the width of a head."""
    return split_heads(X, np.shape(X)[-1] // num_heads)


def merge_by_reshape(heads: ArrayLike) -> Array:
    """Reshape to (n, h·d_h) without moving the head axis back."""
    return np.asarray(heads, np.float64).reshape(np.shape(heads)[1], -1)


def merge_interleaved(heads: ArrayLike) -> Array:
    """Take one column of each head in turn."""
    return np.moveaxis(np.asarray(heads, np.float64), 0, -1).reshape(np.shape(heads)[1], -1)


def merge_by_sum(heads: ArrayLike) -> Array:
    """Add the heads up where they should stand side by side."""
    return np.asarray(np.sum(heads, axis=0, dtype=np.float64))


def merge_by_mean(heads: ArrayLike) -> Array:
    """Average the heads where they should stand side by side."""
    return np.asarray(np.mean(heads, axis=0, dtype=np.float64))


def _by_root(scores: Array, of_head: int, of_model: int) -> Array:
    return np.asarray(scores / np.sqrt(of_head))


def _attention(
    X: ArrayLike,
    W_q: ArrayLike,
    W_k: ArrayLike,
    W_v: ArrayLike,
    W_o: ArrayLike,
    num_heads: int,
    *,
    split: _Split = split_heads,
    scale: Callable[[Array, int, int], Array] = _by_root,
    normalise: Callable[[Array], Array] = softmax,
    merge: Callable[[Array], Array] = merge_heads,
    project: Callable[[Array, Array], Array] = np.matmul,
    told: Callable[[Array], Array] = np.asarray,
) -> tuple[Array, Array]:
    x, w_q, w_k, w_v, w_o = (np.asarray(a, dtype=np.float64) for a in (X, W_q, W_k, W_v, W_o))
    queries, keys, values = (split(x @ w, num_heads) for w in (w_q, w_k, w_v))
    scores = scale(queries @ np.swapaxes(keys, -1, -2), queries.shape[-1], x.shape[-1])
    weights = normalise(scores)
    return project(merge(weights @ values), w_o), told(weights)


def _merged_where_it_stands(heads: Array) -> Array:
    return heads.reshape(len(heads), -1)


def _over(scores: Array, axis: int | tuple[int, ...]) -> Array:
    exponentials = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return np.asarray(exponentials / exponentials.sum(axis=axis, keepdims=True))


def _first_head_only(X: Array, num_heads: int) -> Array:
    return np.repeat(split_heads(X, num_heads)[:1], num_heads, axis=0)


heads_split = partial(_attention, split=split_by_reshape)
heads_merged = partial(_attention, merge=merge_by_reshape)
heads_split_and_merged = partial(_attention, split=split_by_reshape, merge=merge_by_reshape)
heads_interleaved = partial(_attention, split=split_interleaved, merge=merge_interleaved)
split_dealt_out = partial(_attention, split=split_interleaved)
merge_dealt_out = partial(_attention, merge=merge_interleaved)
heads_attend = partial(_attention, split=split_not_moved, merge=_merged_where_it_stands)
heads_and_width_exchanged = partial(_attention, split=split_into_width)
heads_alike = partial(_attention, split=_first_head_only)
one_head = partial(_attention, split=lambda x, _: x[None])
scale_missing = partial(_attention, scale=lambda s, *_: s)
scale_by_model = partial(_attention, scale=lambda s, _, of_model: s / np.sqrt(of_model))
scale_by_width = partial(_attention, scale=lambda s, of_head, _: s / of_head)
softmax_over_queries = partial(_attention, normalise=partial(_over, axis=-2))
softmax_over_heads = partial(_attention, normalise=partial(_over, axis=0))
no_output_projection = partial(_attention, project=lambda merged, _: merged)
output_transposed = partial(_attention, project=lambda merged, w_o: merged @ w_o.T)
weights_averaged = partial(_attention, told=lambda weights: weights.mean(axis=0))


def all_transposed(
    X: ArrayLike, W_q: ArrayLike, W_k: ArrayLike, W_v: ArrayLike, W_o: ArrayLike, num_heads: int
) -> tuple[Array, Array]:
    """Apply each matrix transposed, as a layer of PyTorch stores it."""
    return _attention(X, np.transpose(W_q), np.transpose(W_k), np.transpose(W_v), np.transpose(W_o), num_heads)
