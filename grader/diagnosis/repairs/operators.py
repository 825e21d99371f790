"""Another operator between the same operands: times for divided, a product of matrices for one of entries."""

import ast
import re
from collections.abc import Iterator
from typing import Final

from grader.diagnosis.repairs.repair import Edit
from grader.diagnosis.repairs.scope import Change, Scope, called

_OTHERS: Final[dict[type[ast.operator], tuple[str, str]]] = {
    ast.Mult: (r"\*", "/"),
    ast.Div: (r"/", "*"),
}
_REDUCED_OTHERWISE: Final = {"mean": "sum", "sum": "mean", "nanmean": "sum", "average": "sum"}


def times_divided(scope: Scope) -> Iterator[Change]:
    """Multiplication for division and the other way round."""
    for node in scope.nodes:
        match node:
            case ast.BinOp(left=left, op=op, right=right) | ast.AugAssign(target=left, op=op, value=right):
                if type(op) in _OTHERS:
                    yield from _operator(scope, left, right, *_OTHERS[type(op)])


def products_of_entries(scope: Scope) -> Iterator[Change]:
    """A product of matrices for one of entries."""
    for node in scope.all(ast.BinOp):
        if isinstance(node.op, ast.Mult):
            yield from _operator(scope, node.left, node.right, r"\*", "@")


def means_sums(scope: Scope) -> Iterator[Change]:
    """A sum for a mean and the other way round."""
    for call in scope.all(ast.Call):
        other = _REDUCED_OTHERWISE.get(called(call))
        if other:
            _, end = scope.module.span(call.func)
            start = end - len(called(call).encode())
            yield Change((Edit(start, end, other.encode()),))


def _operator(scope: Scope, left: ast.expr, right: ast.expr, written: str, other: str) -> Iterator[Change]:
    start, end = scope.module.span(left)[1], scope.module.span(right)[0]
    between = scope.module.data[start:end].decode()
    if found := re.match(rf"[\s)\\]*({written})", between):
        at = start + len(between[: found.start(1)].encode())
        yield Change((Edit(at, at + len(found[1]), other.encode()),))
