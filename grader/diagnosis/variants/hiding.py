"""Hiding keys where a lab asks for it: those after a query's own place (causal), or those a mask names (padding).

The mask (…, n_k) is true where a key may be seen; it is None where it is left out, and then all may be seen. Scores are
(…, n_q, n_k).
"""

from collections.abc import Callable

import numpy as np

from grader.checks.lab import Array, Step
from grader.diagnosis.variant import StepFunction, right, wrong

#: Fills as they are found written: some leave a weight that shows, some only beside scores that are lower still.
_VISIBLE = (-1.0, -2.0, -3.0, -5.0, -10.0)
_WEAK = (-20.0, -50.0, -100.0, -1e3, -1e4)


def _earlier(scores: Array, diagonal: int = 0) -> Array:
    """Return where a key stands at a query's place or before it, or up to `diagonal` places after it."""
    queries, keys = scores.shape[-2:]
    return np.tri(queries, keys, diagonal) > 0


def _seen(mask: Array | None, scores: Array) -> Array:
    """Return where the keys may be seen."""
    return np.broadcast_to(True if mask is None else mask[..., None, :], scores.shape)


def _where(seen: Array, scores: Array, fill: float) -> Array:
    return np.where(seen, scores, fill)


@right("causal")
def later_hidden(scores: Array) -> Array:
    """Each query sees the keys up to its own place."""
    return _where(_earlier(scores), scores, -np.inf)


@wrong("causal", "mask-ignored")
def none_hidden(scores: Array) -> Array:
    """No key is hidden."""
    return scores


@wrong("causal", "mask-off-by-one")
def own_hidden(scores: Array) -> Array:
    """The key at a query's own place is hidden too."""
    return _where(_earlier(scores, -1), scores, -np.inf)


@wrong("causal", "mask-off-by-one")
def own_hidden_by_a_number(scores: Array) -> Array:
    """The key at a query's own place is hidden too, by a large number; the first query sees all."""
    return _where(_earlier(scores, -1), scores, -1e9)


@wrong("causal", "mask-off-by-one")
def next_seen(scores: Array) -> Array:
    """The key after a query's own place is seen."""
    return _where(_earlier(scores, 1), scores, -np.inf)


@wrong("causal", "mask-inverted")
def earlier_hidden(scores: Array) -> Array:
    """The keys up to a query's own place are hidden and the later ones seen."""
    return np.where(_earlier(scores), -np.inf, scores)


@wrong("causal", "mask-inverted")
def earlier_hidden_by_a_number(scores: Array) -> Array:
    """The keys up to a query's own place are hidden by a large number; the last query sees all."""
    return np.where(_earlier(scores), -1e9, scores)


@wrong("causal", "mask-inverted")
def past_hidden(scores: Array) -> Array:
    """The keys before a query's own place are hidden: the triangle lies on the other side."""
    return np.where(_earlier(scores, -1), -np.inf, scores)


@wrong("padding", "mask-ignored")
def none_padded(scores: Array) -> Array:
    """No key is hidden."""
    return scores


@right("padding")
def unseen_hidden(scores: Array, mask: Array | None) -> Array:
    """Each query sees the keys where the mask is true."""
    return _where(_seen(mask, scores), scores, -np.inf)


@wrong("padding", "mask-inverted")
def seen_hidden(scores: Array, mask: Array | None) -> Array:
    """The keys where the mask is true are hidden."""
    return scores if mask is None else np.where(_seen(mask, scores), -np.inf, scores)


@wrong("padding", "mask-inverted")
def seen_hidden_by_a_number(scores: Array, mask: Array | None) -> Array:
    """The keys where the mask is true are hidden by a large number."""
    return scores if mask is None else np.where(_seen(mask, scores), -1e9, scores)


@wrong("padding", "mask-on-queries")
def queries_hidden(scores: Array, mask: Array | None) -> Array:
    """The mask hides rows of queries, not columns of keys."""
    return scores if mask is None else np.where(mask[..., :, None], scores, -np.inf)


@wrong("padding", "mask-on-queries")
def queries_hidden_by_a_number(scores: Array, mask: Array | None) -> Array:
    """The mask hides rows of queries, which then see all keys alike."""
    return scores if mask is None else np.where(mask[..., :, None], scores, -1e9)


@wrong("padding", "mask-broadcast")
def one_mask_for_all(scores: Array, mask: Array | None) -> Array:
    """The mask of the first sample is used for all."""
    return scores if mask is None else _where(_seen(mask[:1], scores), scores, -np.inf)


@wrong("padding", "scale-lost-with-mask")
def scale_lost(scores: Array, mask: Array | None, K: Array) -> Array:
    """With a mask the scores are not scaled."""
    return scores if mask is None else _where(_seen(mask, scores), scores * np.sqrt(K.shape[-1]), -np.inf)


def _causal(change: Callable[[Array, Array], Array]) -> StepFunction:
    def step(scores: Array) -> Array:
        return change(scores, _earlier(scores))

    step.__doc__ = change.__doc__
    return step


def _padding(change: Callable[[Array, Array], Array]) -> StepFunction:
    def step(scores: Array, mask: Array | None) -> Array:
        return scores if mask is None else change(scores, _seen(mask, scores))

    step.__doc__ = change.__doc__
    return step


def _filled(fill: float) -> Callable[[Array, Array], Array]:
    def filled(scores: Array, seen: Array) -> Array:
        """The scores of hidden keys get a number that leaves them some weight."""
        return _where(seen, scores, fill)

    return filled


def _added_to_hidden(scores: Array, seen: Array) -> Array:
    """1 is added to the scores of hidden keys."""
    return scores + ~seen


def _added_to_seen(scores: Array, seen: Array) -> Array:
    """The mask is added to the scores as it is: 1 where a key may be seen."""
    return scores + seen


def _lowered(by: float) -> Callable[[Array, Array], Array]:
    def lowered(scores: Array, seen: Array) -> Array:
        """The scores of hidden keys are lowered, but not enough."""
        return scores + by * ~seen

    return lowered


_STEPS: tuple[tuple[Step, Callable[[Callable[[Array, Array], Array]], StepFunction]], ...] = (
    ("causal", _causal),
    ("padding", _padding),
)
for _step, _made in _STEPS:
    wrong(_step, "mask-tiny-fill")(_made(_filled(0.0)))
    wrong(_step, "mask-plus-inf")(_made(_filled(np.inf)))
    wrong(_step, "mask-nan")(_made(_filled(np.nan)))
    wrong(_step, "mask-added-raw")(_made(_added_to_hidden))
    wrong(_step, "mask-added-raw")(_made(_added_to_seen))
    for _fill in (*_VISIBLE, *_WEAK):
        wrong(_step, "mask-weak-fill", large=_fill in _WEAK)(_made(_filled(_fill)))
    for _fill in _VISIBLE:
        wrong(_step, "mask-weak-fill")(_made(_lowered(_fill)))


def _later_zero(weights: Array) -> Array:
    return np.tril(weights)


def _later_minus_infinity(weights: Array) -> Array:
    return _where(_earlier(weights), weights, -np.inf)


def _unseen_zero(weights: Array, mask: Array | None) -> Array:
    return _where(_seen(mask, weights), weights, 0.0)


def _unseen_minus_infinity(weights: Array, mask: Array | None) -> Array:
    return _where(_seen(mask, weights), weights, -np.inf)


# Weights are hidden after the softmax, where the scores should have been before it.
wrong("causal", "mask-after-softmax", weighing=_later_zero)(none_hidden)
wrong("causal", "mask-inf-in-weights", weighing=_later_minus_infinity)(none_hidden)
wrong("padding", "mask-after-softmax", weighing=_unseen_zero)(none_padded)
wrong("padding", "mask-inf-in-weights", weighing=_unseen_minus_infinity)(none_padded)
