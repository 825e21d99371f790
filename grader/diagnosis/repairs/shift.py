"""The maximum of each row, subtracted before the exponential."""

import ast
from collections.abc import Iterator
from itertools import product

from grader.diagnosis.repairs.dialect import REDUCTIONS, Dialect, axes_taken, dialects, exponential, row_maximum
from grader.diagnosis.repairs.repair import Edit
from grader.diagnosis.repairs.scope import Change, Scope, called

_OTHER_SHIFTS = ("mean", "median", "min", "amin", "sum", "logsumexp", "max", "amax")
_BOUNDS = ("clamp", "clip", "minimum", "maximum", "nan_to_num")


def shift_in(scope: Scope) -> Iterator[Change]:
    """The row maximum subtracted in every exponential of the same thing."""
    groups: dict[str, list[ast.expr]] = {}
    for call in scope.all(ast.Call):
        subject = scope.subject(call)
        if called(call) == "exp" and subject is not None and not _difference(subject):
            groups.setdefault(scope.text(subject), []).append(subject)
    for nodes in groups.values():
        for dialect, axis in product(dialects(scope), axes_taken(scope)):
            subtracted = f"{{0}} - {row_maximum('{0}', dialect, axis)}"
            edits = (scope.put(node, subtracted.format(scope.part(node))) for node in nodes)
            yield Change(tuple(edits), adds=True)


def shift_otherwise(scope: Scope) -> Iterator[Change]:
    """The row maximum subtracted where something else is done to what goes into the exponential."""
    for node in scope.nodes:
        array = _shifted(node, scope)
        if array is not None and isinstance(node, ast.expr):
            for dialect in dialects(scope):
                yield Change((scope.put(node, f"{scope.part(array, 3)} - {row_maximum(scope.part(array), dialect)}"),))
    for call in scope.all(ast.Call):
        subject = scope.subject(call)
        if called(call) in _OTHER_SHIFTS and subject is not None:
            whole = _whole(scope, call)
            for dialect in dialects(scope):
                yield Change((scope.put(whole, row_maximum(scope.part(subject), dialect)),))


def exponentials_in(scope: Scope) -> Iterator[Change]:
    """Exponentials where there are none: of what the maximum is subtracted from, else of what is divided by its sum."""
    bare = [node for node in scope.all(ast.BinOp) if _less_maximum(node) and not _in_exponential(node, scope)]
    for node in bare:
        for dialect in dialects(scope):
            yield Change((scope.put(node, exponential(scope, scope.text(node), dialect)),), adds=True)
    if not bare:
        yield from _exponentials_of_shares(scope)
    for value in (node.value for node in scope.all(ast.Return) if node.value is not None):
        if any(called(inner).startswith("log") for inner in ast.walk(value)) and not isinstance(value, ast.Tuple):
            for dialect in dialects(scope):
                yield Change((scope.put(value, exponential(scope, scope.text(value), dialect)),), adds=True)
    for call in scope.all(ast.Call):
        if called(call) in ("log_softmax", "softmin", "LogSoftmax"):
            end = scope.module.span(call.func)[1]
            name = "Softmax" if called(call) == "LogSoftmax" else "softmax"
            yield Change((Edit(end - len(called(call)), end, name.encode()),))


def _exponentials_of_shares(scope: Scope) -> Iterator[Change]:
    for node in scope.all(ast.BinOp):
        match node:
            case ast.BinOp(left=ast.Name(id=name), op=ast.Div(), right=right):
                if any(called(inner) in REDUCTIONS for inner in ast.walk(right)):
                    for dialect in dialects(scope):
                        yield from _exponentials_of(scope, name, node, dialect)


def _exponentials_of(scope: Scope, name: str, share: ast.BinOp, dialect: Dialect) -> Iterator[Change]:
    """Take the exponential where the name gets its value; of a parameter, wherever it is read in the share."""
    parent = scope.parent(scope.stored[name]) if name in scope.stored else None
    if isinstance(parent, ast.Assign):
        sites = [parent.value]
    else:
        sites = [inner for inner in ast.walk(share) if isinstance(inner, ast.Name) and inner.id == name]
    for shifted in ("{0} - {1}", "{2}"):
        edits = []
        for node in sites:
            array = shifted.format(scope.part(node, 3), row_maximum(scope.part(node), dialect), scope.text(node))
            edits.append(scope.put(node, exponential(scope, array, dialect)))
        yield Change(tuple(edits), adds=True)


def _less_maximum(node: ast.BinOp) -> bool:
    return isinstance(node.op, ast.Sub) and any("max" in called(inner) for inner in ast.walk(node.right))


def _shifted(node: ast.AST, scope: Scope) -> ast.expr | None:
    """Return the array in x - f(x), x / f(x) or x.clamp(…), where that is what goes into an exponential."""
    match node:
        case ast.BinOp(left=left, op=ast.Sub() | ast.Div(), right=right):
            of_itself = any(called(inner) in REDUCTIONS for inner in ast.walk(right))
            if isinstance(right, ast.Name) and right.id in scope.stored:
                return None  # then the mistake is where the name gets its value
            return left if of_itself or _in_exponential(node, scope) else None
        case ast.Call() if called(node) in _BOUNDS:
            return scope.subject(node)
    return None


def _difference(node: ast.expr) -> bool:
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub)


def _in_exponential(node: ast.expr, scope: Scope) -> bool:
    parent = scope.parent(node)
    return called(parent) == "exp" if parent is not None else False


def _whole(scope: Scope, call: ast.Call) -> ast.expr:
    """Return a reduction with the .values or [0] behind it."""
    match scope.parent(call):
        case ast.Attribute(attr="values") | ast.Subscript(slice=ast.Constant(value=0)) as whole:
            assert isinstance(whole, ast.expr)
            return whole
    return call
