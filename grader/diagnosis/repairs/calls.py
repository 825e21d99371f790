"""Steps that nobody asked for, taken out: calls, terms, statements, types."""

import ast
import re
from collections.abc import Iterator
from typing import Final

from grader.diagnosis.repairs.repair import Edit
from grader.diagnosis.repairs.scope import Change, Scope, called

#: Calls that change numbers and belong to no step of attention.
_UNINVITED: Final = re.compile(
    r"around|round_?|half|float|double|bfloat16|to|type|astype|int|long|int_|\w*drop\w*|clamp_?|clip|\w*norm\w*|tril_?|"
    r"triu_?|masked_fill_?|where|log|log1p|abs|relu|tanh|sigmoid|gelu|expand_as|mean|sum|nan_to_num|flip|sort|argmax|"
    r"one_hot|\w*softmax|sqrt|exp|square|fill_diagonal_?|cumsum|roll"
)


def calls_out(scope: Scope) -> Iterator[Change]:
    """A call taken out and its subject left: once, everywhere in its statement, everywhere in the function."""
    found: dict[tuple[str, ast.AST | None], list[ast.Call]] = {}
    for call in scope.all(ast.Call):
        if _UNINVITED.fullmatch(called(call)) and scope.subject(call) is not None:
            yield from (Change((edit,)) for edit in _subjects(scope, call))
            found.setdefault((called(call), scope.statement(call)), []).append(call)
            found.setdefault((called(call), None), []).append(call)
    for calls in found.values():
        if len(calls) > 1:
            yield Change(tuple(edit for call in calls for edit in _around(scope, call)))


def terms_out(scope: Scope) -> Iterator[Change]:
    """What is added taken out, everywhere in the function; a factor taken out."""
    added: dict[str, list[ast.BinOp]] = {}
    for node in scope.all(ast.BinOp):
        if isinstance(node.op, ast.Add):
            added.setdefault(scope.text(node.right), []).append(node)
        elif isinstance(node.op, (ast.Mult, ast.Sub)):
            yield Change((scope.put(node, scope.text(node.left)),))
    for nodes in added.values():
        yield Change(tuple(_behind(scope, node) for node in nodes))


def statements_out(scope: Scope) -> Iterator[Change]:
    """An assignment in place taken out."""
    for node in scope.nodes:
        match node:
            case ast.AugAssign() | ast.Assign(targets=[ast.Subscript()]) | ast.Expr(value=ast.Call()):
                if not isinstance(node, ast.Expr) or called(node.value).endswith("_"):
                    yield Change((Edit(*scope.module.span(node), b"pass"),))


def types_out(scope: Scope) -> Iterator[Change]:
    """A type of numbers made float, or left to the library."""
    for call in scope.all(ast.Call):
        for keyword in call.keywords:
            if keyword.arg == "dtype":
                start, end = scope.module.span(keyword)
                head = scope.module.data[:start].decode().rstrip()
                if head.endswith(","):
                    yield Change((Edit(len(head[:-1].encode()), end, b""),))
                yield Change((scope.put(keyword.value, "float"),))


def _subjects(scope: Scope, call: ast.Call) -> Iterator[Edit]:
    subject = scope.subject(call)
    if subject is None:
        return
    yield scope.put(call, scope.text(subject))
    if called(call) == "where" and len(call.args) == 3:
        yield from (scope.put(call, scope.text(argument)) for argument in call.args[1:])


def _around(scope: Scope, call: ast.Call) -> Iterator[Edit]:
    """Yield the edits that take out what stands before a call's subject and behind it."""
    subject = scope.subject(call)
    assert subject is not None
    (start, end), (first, last) = scope.module.span(call), scope.module.span(subject)
    before, behind = scope.module.data[start:first].strip(), scope.module.data[last:end].strip()
    keep = b"(" if not scope.is_method(call) and isinstance(subject, ast.BinOp) else b""
    if scope.is_method(call):
        own = b")" if before.endswith(b"(") and behind.startswith(b")") else b""
        yield Edit(last + len(own), end, b"")
    else:
        yield Edit(start, first, keep)
        yield Edit(last, end, b")" if keep else b"")


def _behind(scope: Scope, node: ast.BinOp) -> Edit:
    """Take out an operator and what stands behind it."""
    start, end = scope.module.span(node.left)[1], scope.module.span(node)[1]
    closing = scope.module.data[start:end].lstrip().startswith(b")")
    return Edit(start + scope.module.data[start:end].index(b")") + 1 if closing else start, end, b"")
