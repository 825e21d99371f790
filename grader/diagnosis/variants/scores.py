"""Comparing queries with keys: Q (n_q, d_k), K (n_k, d_k) → scores (n_q, n_k)."""

from grader.checks.lab import Array
from grader.diagnosis.variant import right, transposed, wrong


@right("scores")
def queries_by_keys(Q: Array, K: Array) -> Array:
    """Compare each query with each key."""
    return Q @ transposed(K)


@wrong("scores", "scores-swapped")
def keys_by_queries(Q: Array, K: Array) -> Array:
    """Q and K are exchanged: rows belong to keys."""
    return K @ transposed(Q)


@wrong("scores", "scores-qq")
def queries_by_queries(Q: Array) -> Array:
    """Queries are compared with queries; the keys are not used."""
    return Q @ transposed(Q)


@wrong("scores", "scores-kk")
def keys_by_keys(K: Array) -> Array:
    """Keys are compared with keys; the queries are not used."""
    return K @ transposed(K)


@wrong("scores", "keys-not-transposed")
def keys_as_they_are(Q: Array, K: Array) -> Array:
    """K is not transposed: columns of Q meet rows of K."""
    return Q @ K


@wrong("scores", "keys-reshaped")
def keys_reshaped(Q: Array, K: Array) -> Array:
    """K is reshaped where it should be transposed: its numbers land in other places."""
    return Q @ K.reshape(*K.shape[:-2], K.shape[-1], K.shape[-2])


@wrong("scores", "scores-elementwise")
def elementwise(Q: Array, K: Array) -> Array:
    """Q and K are multiplied entry by entry."""
    return Q * K


@wrong("scores", "features-not-tokens")
def features_of_queries(Q: Array, K: Array) -> Array:
    """Columns of Q are compared with columns of K: features attend to features."""
    return transposed(Q) @ K


@wrong("scores", "features-not-tokens")
def features_of_keys(Q: Array, K: Array) -> Array:
    """Columns of K are compared with columns of Q: features attend to features."""
    return transposed(K) @ Q


def _values_first(weights: Array, V: Array) -> Array:
    return V @ weights


for _features in (features_of_queries, features_of_keys):  # weights of features can only stand behind the values
    wrong("scores", "features-not-tokens", mix=_values_first)(_features)
