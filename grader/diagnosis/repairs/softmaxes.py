"""A softmax where there is none, or written out where something else stands."""

import ast
import re
from collections.abc import Iterator
from typing import Final

from grader.diagnosis.repairs.dialect import TORCH, dialects, exponential, row_maximum
from grader.diagnosis.repairs.products import products
from grader.diagnosis.repairs.scope import Change, Functions, Scope, called

_INSTEAD: Final = ("sigmoid", "one_hot", "argmax", "softmax", "tanh", "relu", "softplus", "softmin", "log_softmax")
_WEIGHTS: Final = re.compile(r"weight|attn|attention|prob|alpha", re.IGNORECASE)


def softmax_in(scope: Scope) -> Iterator[Change]:
    """A softmax, the file's own if it has one, around what is kept under a name for weights; else around any value."""
    kept = [(n.targets[0].id, n.value) for n in scope.all(ast.Assign) if isinstance(n.targets[0], ast.Name)]
    found = [value for name, value in kept if _WEIGHTS.search(name)]
    found = found or [value for _, value in kept] + [left for _, left, _ in products(scope)]
    for node in dict.fromkeys(found):
        if isinstance(node, (ast.Call, ast.BinOp, ast.Name)):
            for name, more in _softmaxes(scope):
                if called(node) != name.split(".")[-1]:
                    yield Change((scope.put(node, f"{name}({scope.text(node)}{more})"),), adds=True)


def softmax_written_out(scope: Scope) -> Iterator[Change]:
    """Exponentials over their sums, for another function of the whole in what is returned or kept."""
    for statement in scope.nodes:
        match statement:
            case ast.Return(value=ast.expr() as value) | ast.Assign(value=value):
                pass
            case _:
                continue
        for call in (node for node in ast.walk(value) if isinstance(node, ast.Call)):
            subject = scope.subject(call)
            if called(call) not in _INSTEAD or subject is None:
                continue
            whole = value if called(call) in ("argmax", "one_hot") else call
            for dialect in dialects(scope):
                array = scope.part(subject)
                top = exponential(scope, f"{array} - {row_maximum(array, dialect)}", dialect)
                keep = f"{dialect.axis}=-1, {dialect.keep}=True"
                yield Change((scope.put(whole, f"{top} / {top}.sum({keep})"),))


def mix_written_out(scope: Scope) -> Iterator[Change]:
    """A product of a local and a parameter, for what a fused attention call gives."""
    for statement in scope.nodes:
        match statement:
            case ast.Return(value=ast.expr() as value) | ast.Assign(value=value):
                if any(called(node) == "scaled_dot_product_attention" for node in ast.walk(value)):
                    pairs = [(name, given) for name in scope.stored for given in reversed(scope.parameters)]
                    yield from (Change((scope.put(value, f"{one} @ {two}"),)) for one, two in pairs)


def _softmaxes(scope: Scope) -> Iterator[tuple[str, str]]:
    """Yield a softmax by the name that the function can call it, and what it needs behind its argument."""
    own = (node for node in scope.module.tree.body if isinstance(node, ast.FunctionDef) and node.name != scope.name)
    yield from ((node.name, "") for node in own if "softmax" in node.name.lower() and len(_asked(node)) == 1)
    for name in scope.module.libraries:
        if "softmax" in name.lower():
            yield name, ""
    name = scope.module.imports(TORCH.library)
    if name:
        yield f"{name}.softmax", ", dim=-1"


def _asked(function: Functions) -> list[ast.arg]:
    arguments = [*function.args.posonlyargs, *function.args.args]
    return arguments[: len(arguments) - len(function.args.defaults)]
