"""Another axis, or the axis kept: softmaxes, sums and maxima that run the wrong way."""

import ast
from collections.abc import Iterator
from typing import Final

from grader.diagnosis.repairs.dialect import REDUCTIONS, Dialect, axis_of, axis_words, dialects, keeps
from grader.diagnosis.repairs.repair import Edit
from grader.diagnosis.repairs.scope import Change, Scope, called, number

_OTHERS: Final[dict[int, tuple[int, ...]]] = {0: (-1, 1), 1: (0, -1), -1: (0, -2), -2: (-1,), 2: (1, 0)}


def axes(scope: Scope) -> Iterator[Change]:
    """Another axis for one reduction, or one put in where the whole array was taken together; then for all at once."""
    calls = _reductions(scope)
    for call in calls:
        axis = axis_of(scope, call)
        if axis is None:
            yield from (Change((_along_rows(scope, call, dialect),)) for dialect in dialects(scope, call))
            continue
        written = number(axis)
        for other in (-1,) if written is None else _OTHERS.get(written, (-1,)):
            edit = scope.put(axis, str(other))
            yield Change((edit,))
            if not keeps(call):
                yield from (Change((edit, _kept(scope, call, dialect))) for dialect in dialects(scope, call))
    for dialect in dialects(scope):
        edits = [edit for call in reversed(calls) for edit in _row_by_row(scope, call, dialect)]
        if len(edits) > 1:
            yield Change(tuple(edits))


def kept_axes(scope: Scope) -> Iterator[Change]:
    """The reduced axis kept, in one call and in all; and the values of torch's pair of a maximum."""
    calls = [call for call in _reductions(scope) if axis_of(scope, call) is not None]
    lossy = [call for call in calls if not keeps(call)]
    for call in lossy:
        yield from (Change((_kept(scope, call, dialect),)) for dialect in dialects(scope, call))
    if len(lossy) > 1:
        yield Change(tuple(_kept(scope, call, dialects(scope, call)[0]) for call in reversed(lossy)))
    for call in calls:
        if called(call) == "max" and not isinstance(scope.parent(call), (ast.Attribute, ast.Subscript, ast.Assign)):
            yield Change((_behind(scope, call, ".values"),))


def new_axes(scope: Scope) -> Iterator[Change]:
    """The new axis on the other side: behind the rows' own instead of before it, and the other way round."""
    for node in scope.nodes:
        match node:
            case ast.Call() if called(node) in ("unsqueeze", "expand_dims"):
                axis = axis_of(scope, node)
                written = number(axis)
                if axis is not None and written is not None:
                    yield Change((scope.put(axis, "0" if written in (-1, 1) else "-1"),))
            case ast.Subscript(slice=ast.Tuple(elts=[one, two]) as both) if _is_new(one) != _is_new(two):
                start, end = scope.module.span(both)
                yield Change((Edit(start, end, f"{scope.text(two)}, {scope.text(one)}".encode()),))


def einsums(scope: Scope) -> Iterator[Change]:
    """Two letters exchanged in one term of an einsum."""
    for call in scope.all(ast.Call):
        match call.args[:1]:
            case [ast.Constant(value=str(letters)) as node] if called(call) == "einsum":
                start, _ = scope.module.span(node)
                written = scope.text(node)
                for at in range(len(letters) - 1):
                    pair = letters[at : at + 2]
                    if pair.isalpha() and pair[0] != pair[1] and written.count(letters) == 1:
                        first = start + len(written[: written.index(letters) + at].encode())
                        yield Change((Edit(first, first + len(pair.encode()), pair[::-1].encode()),))


def _is_new(node: ast.expr) -> bool:
    return (isinstance(node, ast.Constant) and node.value is None) or getattr(node, "attr", "") == "newaxis"


def _reductions(scope: Scope) -> list[ast.Call]:
    found = (call for call in scope.all(ast.Call) if called(call) in REDUCTIONS)
    return [call for call in found if called(call) == "Softmax" or scope.subject(call) is not None]


def _row_by_row(scope: Scope, call: ast.Call, dialect: Dialect) -> Iterator[Edit]:
    """Yield what it takes to make one reduction go along each row and keep its axis."""
    own = next((known for known in dialects(scope, call) if known == dialect), dialects(scope, call)[0])
    axis = axis_of(scope, call)
    if axis is None:
        yield _along_rows(scope, call, own)
        return
    if number(axis) not in (-1, 1):
        yield scope.put(axis, "-1")
    if not keeps(call):
        yield _kept(scope, call, own)


def _along_rows(scope: Scope, call: ast.Call, dialect: Dialect) -> Edit:
    edit = _appended(scope, call, axis_words(call, dialect))
    if called(call) not in ("max", "min", "median") or not dialect.largest:
        return edit
    return edit._replace(end=edit.end + 1, text=edit.text + b")" + dialect.largest.encode())


def _kept(scope: Scope, call: ast.Call, dialect: Dialect) -> Edit:
    for keyword in call.keywords:
        if keyword.arg in ("keepdim", "keepdims"):
            return scope.put(keyword.value, "True")
    return _appended(scope, call, f"{dialect.keep}=True")


def _appended(scope: Scope, call: ast.Call, argument: str) -> Edit:
    """Put an argument at the end of a call."""
    end = scope.module.span(call)[1] - 1  # before the closing parenthesis
    ends = [scope.module.span(node)[1] for node in call.args] + [scope.module.span(node)[1] for node in call.keywords]
    if ends:
        behind = scope.module.data[max(ends) : end]
        argument = f" {argument}" if b"," in behind else f", {argument}"
    return Edit(end, end, argument.encode())


def _behind(scope: Scope, node: ast.expr, text: str) -> Edit:
    _, end = scope.module.span(node)
    return Edit(end, end, text.encode())
