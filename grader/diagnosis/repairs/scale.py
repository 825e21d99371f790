"""The scale of the scores: put in where there is none, taken out where it is once too much."""

import ast
from collections.abc import Iterator

from grader.diagnosis.repairs.dialect import is_size, root
from grader.diagnosis.repairs.products import is_transposed, products
from grader.diagnosis.repairs.repair import Edit
from grader.diagnosis.repairs.scope import Change, Scope, called
from grader.diagnosis.repairs.sizes import widths


def scale_in(scope: Scope) -> Iterator[Change]:
    """A division by the root of the width, where the scores are made: their product, or else what is returned."""
    found = list(products(scope))
    scores = [node for node, left, right in found if is_transposed(scope, left) or is_transposed(scope, right)]
    scores = scores or [call for call in scope.all(ast.Call) if called(call) in ("einsum", "inner")]
    scores = scores or [node for node, _, _ in found] or [r.value for r in scope.all(ast.Return) if r.value is not None]
    for node in scores:
        if not isinstance(node, ast.Tuple):
            for width in widths(scope):
                yield Change((scope.put(node, f"{scope.part(node, 4)} / {root(scope, width)}"),), adds=True)


def scale_out(scope: Scope) -> Iterator[Change]:
    """A division or multiplication by a size taken out."""
    for node in scope.nodes:
        match node:
            case ast.BinOp(left=left, op=ast.Div() | ast.Mult(), right=right) if is_size(scope, right):
                if not is_size(scope, left):
                    yield Change((scope.put(node, scope.text(left)),))
            case ast.BinOp(left=left, op=ast.Mult(), right=right) if is_size(scope, left):
                yield Change((scope.put(node, scope.text(right)),))
            case ast.AugAssign(op=ast.Div() | ast.Mult(), value=value) if is_size(scope, value):
                yield Change((Edit(*scope.module.span(node), b"pass"),))


def scale_moved(scope: Scope) -> Iterator[Change]:
    """A division of the softmax's result made one of what goes into it."""
    for node in scope.all(ast.BinOp):
        match node:
            case ast.BinOp(left=ast.Call(args=[inner, *_]) as call, op=ast.Div(), right=right):
                if called(call).endswith("softmax") and is_size(scope, right):
                    behind = Edit(scope.module.span(call)[1], scope.module.span(node)[1], b"")
                    within = scope.put(inner, f"{scope.part(inner, 4)} / {scope.part(right, 5)}")
                    yield Change((behind, within))
