"""Changes in place made out of place."""

import ast
from collections.abc import Iterator
from typing import Final

from grader.diagnosis.repairs.repair import Edit
from grader.diagnosis.repairs.scope import Change, Scope, called

_SIGNS: Final[dict[type[ast.operator], str]] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.MatMult: "@", ast.Pow: "**", ast.FloorDiv: "//",
}  # fmt: skip


def out_of_place(scope: Scope) -> Iterator[Change]:
    """x = x / y for x /= y, and x = x.f(y) for x.f_(y)."""
    for node in scope.nodes:
        match node:
            case ast.AugAssign(target=ast.Name(id=name), op=op, value=value) if type(op) in _SIGNS:
                text = f"{name} = {name} {_SIGNS[type(op)]} {scope.part(value, 7)}"
                yield Change((Edit(*scope.module.span(node), text.encode()),))
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name))) as call):
                if called(call).endswith("_") and not scope.library(call.func):
                    yield Change((_plain(scope, call, f"{name} = "),))
            case ast.Call() if called(node).endswith("_") and scope.is_method(node):
                yield Change((_plain(scope, node, ""),))
            case ast.keyword(arg="out"):
                start, end = scope.module.span(node)
                head = scope.module.data[:start].rstrip()
                if head.endswith(b","):
                    yield Change((Edit(len(head) - 1, end, b""),))


def results_kept(scope: Scope) -> Iterator[Change]:
    """A result that is computed and dropped, given to the name that it is made of."""
    for node in scope.all(ast.Expr):
        match node.value:
            case ast.BinOp(left=ast.Name(id=name)) | ast.Call(func=ast.Attribute(value=ast.Name(id=name))):
                if name in scope.stored or name in scope.parameters:
                    start, _ = scope.module.span(node)
                    yield Change((Edit(start, start, f"{name} = ".encode()),))


def _plain(scope: Scope, call: ast.Call, before: str) -> Edit:
    start, end = scope.module.span(call)
    name_end = scope.module.span(call.func)[1]
    data = scope.module.data
    return Edit(start, end, before.encode() + data[start : name_end - 1] + data[name_end:end])
