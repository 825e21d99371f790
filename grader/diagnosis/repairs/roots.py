"""Square roots of sizes: put in, taken out, taken of something else, taken with the wrong function."""

import ast
from collections.abc import Iterator

from grader.diagnosis.repairs.dialect import is_size, root, rooted, says_width
from grader.diagnosis.repairs.repair import Edit
from grader.diagnosis.repairs.scope import Change, Scope, called, level_of
from grader.diagnosis.repairs.sizes import widths

_FACTORS = ("scal", "norm", "temp", "factor", "root", "sqrt", "denom")


def roots(scope: Scope) -> Iterator[Change]:
    """A root for a bare size, or a bare size for a root, where something is divided or multiplied by it."""
    for node in _factors(scope):
        inner = rooted(node)
        if inner is not None:
            yield Change((scope.put(node, scope.text(inner)),))
        elif not _rooted_already(scope, node):
            yield Change((scope.put(node, root(scope, scope.text(node))),))


def powers(scope: Scope) -> Iterator[Change]:
    """A division by the root of the width for a root of the scores themselves."""
    for node in scope.all(ast.BinOp):
        if isinstance(node.op, ast.Pow) and rooted(node) is not None and not is_size(scope, node.left):
            start, end = scope.module.span(node)
            own = scope.module.data[scope.module.span(node.left)[1] : end].decode()
            base = scope.module.data[start:end].decode()[: -len(own)] + own[: own.index("**")].rstrip()
            yield from (Change((scope.put(node, f"{base} / {root(scope, w)}"),)) for w in widths(scope))
    for call in scope.all(ast.Call):
        subject = scope.subject(call)
        if called(call) == "sqrt" and subject is not None and not is_size(scope, subject):
            for width in widths(scope):
                yield Change((scope.put(call, f"{scope.part(subject, 4)} / {root(scope, width)}"),))


def roots_of_integers(scope: Scope) -> Iterator[Change]:
    """A root that takes a plain number for one that takes a tensor only."""
    for call in scope.all(ast.Call):
        if called(call) == "sqrt" and scope.library(call.func).startswith("torch") and len(call.args) == 1:
            size = scope.text(call.args[0])
            if is_size(scope, call.args[0]):
                yield Change((scope.put(call, root(scope, size)),))
                yield Change((Edit(*scope.module.span(call.args[0]), f"torch.tensor({size})".encode()),))


def _factors(scope: Scope) -> Iterator[ast.expr]:
    """Yield the sizes by which something is divided or multiplied, or that are kept for it under a telling name."""
    for node in scope.nodes:
        match node:
            case ast.BinOp(op=ast.Div() | ast.Mult(), right=factor) if is_size(scope, factor):
                yield factor
            case ast.AugAssign(op=ast.Div() | ast.Mult(), value=factor) if is_size(scope, factor):
                yield factor
            case ast.BinOp(left=factor, op=ast.Mult()) if is_size(scope, factor) and level_of(factor) < 9:
                yield factor
            case ast.Assign(targets=[ast.Name(id=name)], value=factor) if any(
                word in name.lower() for word in _FACTORS
            ):
                if is_size(scope, factor) and not isinstance(factor, ast.BinOp):
                    yield factor


def _rooted_already(scope: Scope, node: ast.expr) -> bool:
    """Whether a factor is a local name that was given a root, or whose name says that it should have been."""
    if isinstance(node, ast.Name) and not says_width(node.id) and node.id in scope.stored:
        parent = scope.parent(scope.stored[node.id])
        given = ast.walk(parent.value) if isinstance(parent, ast.Assign) else ()
        rooted_there = any(rooted(inner) is not None for inner in given if isinstance(inner, ast.expr))
        return rooted_there or any(word in node.id.lower() for word in _FACTORS)
    return False
