"""From tokens X (n, d) to queries, keys and values: X times W_q, W_k (d, d_k) and W_v (d, d_v)."""

import itertools
from collections.abc import Callable

import numpy as np

from grader.checks.lab import Array
from grader.diagnosis.variant import right, transposed, wrong

_Projections = Callable[[Array, Array, Array, Array], tuple[Array, Array, Array]]
_BIASES = (0.01, 0.1, 0.5, 1.0)
_ROLES = ("W_q", "W_k", "W_v")
_NOTHING = ""  # in the place of a matrix: X itself


@right("projections")
def each_by_its_own(X: Array, W_q: Array, W_k: Array, W_v: Array) -> tuple[Array, Array, Array]:
    """Each role has its matrix."""
    return X @ W_q, X @ W_k, X @ W_v


def _made_by(sources: tuple[str, ...]) -> _Projections:
    def project(X: Array, W_q: Array, W_k: Array, W_v: Array) -> tuple[Array, Array, Array]:
        matrices = dict(zip(_ROLES, (W_q, W_k, W_v), strict=True))
        q, k, v = (X @ matrices[source] if source else X for source in sources)
        return q, k, v

    used = ", ".join(
        f"{role} = X·{source}" if source else f"{role} = X" for role, source in zip("QKV", sources, strict=True)
    )
    project.__doc__ = f"The roles are {used}."
    return project


def _bug(sources: tuple[str, ...]) -> str:
    if _NOTHING in sources:
        return "projections-ignored"
    if len(set(sources)) == len(sources):
        return "projections-exchanged"
    return "value-from-key" if sources == ("W_q", "W_k", "W_k") else "projections-shared"


for _sources in itertools.product((*_ROLES, _NOTHING), repeat=3):
    if _sources != _ROLES:
        wrong("projections", _bug(_sources))(_made_by(_sources))


def _turned(turned: tuple[str, ...]) -> _Projections:
    def project(X: Array, W_q: Array, W_k: Array, W_v: Array) -> tuple[Array, Array, Array]:
        """A matrix is transposed before X meets it."""
        matrices = zip(_ROLES, (W_q, W_k, W_v), strict=True)
        q, k, v = (X @ (transposed(W) if role in turned else W) for role, W in matrices)
        return q, k, v

    return project


for _some in (_ROLES, *((role,) for role in _ROLES)):
    wrong("projections", "projections-transposed")(_turned(_some))


def _with_bias(bias: float, biased: tuple[str, ...]) -> _Projections:
    def project(X: Array, W_q: Array, W_k: Array, W_v: Array) -> tuple[Array, Array, Array]:
        """A constant is added to a projection."""
        matrices = zip(_ROLES, (W_q, W_k, W_v), strict=True)
        q, k, v = (np.add(X @ W, bias if role in biased else 0) for role, W in matrices)
        return q, k, v

    return project


for _bias in _BIASES:
    for _count in (1, 2, 3):
        for _biased in itertools.combinations(_ROLES, _count):
            if _biased == ("W_k",):
                continue  # adds one number to all scores of a row: the weights stay
            wrong("projections", "projections-bias")(_with_bias(_bias, _biased))
