"""Mutants made from a reference's own text: its syntax tree with one place changed as a tired author would change it.

An operator exchanged, a term dropped, a number off by one, a call left out, a keyword forgotten, a matrix not turned.
All functions of the changed text are tried together, as those of a student who made that mistake are.
"""

import ast
import copy
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from grader.authored import run_text
from grader.verify.mutant import Functions, failing

_OPERATORS: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.Pow: ast.Mult, ast.MatMult: ast.Mult,
}  # fmt: skip
_COMPARISONS: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
}  # fmt: skip
_CALLS: Final = {"max": "min", "min": "max", "sum": "mean", "mean": "sum", "tril": "triu", "triu": "tril"}
_WORTHLESS: Final = ("dtype", "copy")  # keywords whose loss is no mistake
_TINY: Final = 1e-3  # a constant that small is there for safety
_CHANGED: Final = f"{__name__}.changed"  # the module that a text is run as
_Node = TypeVar("_Node", bound=ast.AST)


class Text(NamedTuple):
    """A changed text: in which function, what kind of slip it is (an identifier), and what became what."""

    function: str
    slip: str
    before: str
    after: str
    text: str


def texts(source: str | bytes) -> Iterator[Text]:
    """Yield `source` with one place changed, for each such change inside a function; each text once."""
    tree = ast.parse(source)
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    seen = {ast.unparse(tree)}
    for function, place in ((f, place) for f in functions for place in _inside(f)):
        for slip, new in _changes(place):
            text = ast.unparse(copy.deepcopy(tree, {id(place): new}))  # a copy that has `new` for its copy of `place`
            if text not in seen and _compiles(text):
                seen.add(text)
                yield Text(function.name, slip, ast.unparse(place), ast.unparse(new), text)


def read_from(text: str | bytes, path: Path, names: Mapping[str, str], package: str | None = None) -> Functions:
    """Run a text as if it lay at `path`; return its functions: of each name what the text calls so.

    It raises whatever the text raises, and `AttributeError` for a name that it lacks.
    """
    module = run_text(text, path, _CHANGED, package)
    return {name: getattr(module, called) for name, called in names.items()}


def read_or_fail(text: str, path: Path, names: Mapping[str, str], package: str | None = None) -> Functions:
    """Return the functions of a changed text; failing ones where what it works out on reading bears no change."""
    try:
        return read_from(text, path, names, package)
    except Exception as error:
        return failing(names, error)


def _compiles(text: str) -> bool:
    try:
        compile(text, "text", "exec")
    except SyntaxError:  # a part that only stands where it stood, as *values
        return False
    return True


def _inside(function: ast.FunctionDef) -> Iterator[ast.expr | ast.Return]:
    """Yield what is worked out in a function: neither its docstring nor its annotations, nor what a loop waits for."""
    statements = [s for s in function.body if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))]
    waited = {n for s in statements for w in ast.walk(s) if isinstance(w, ast.While) for n in ast.walk(w.test)}
    for statement in statements:
        for node in ast.walk(statement):
            if isinstance(node, (ast.expr, ast.Return)) and node not in waited:
                yield node


def _changes(node: ast.expr | ast.Return) -> Iterator[tuple[str, ast.expr | ast.Return]]:
    match node:
        case ast.BinOp(left=left, op=op, right=right):
            if type(op) in _OPERATORS:
                other = _OPERATORS[type(op)]
                yield f"{other.__name__.lower()}_for_{type(op).__name__.lower()}", _with(node, op=other())
            yield "right_term_left_out", left
            yield "left_term_left_out", right
        case ast.UnaryOp(op=ast.USub() | ast.Not(), operand=operand):
            yield "sign_left_out", operand
        case ast.Compare(ops=[op]) if type(op) in _COMPARISONS:
            yield "comparison_off", _with(node, ops=[_COMPARISONS[type(op)]()])
        case ast.Constant(value=bool(value)):
            yield "switched", _with(node, value=not value)
        case ast.Constant(value=int(value) | float(value)):
            yield _off(node, value)
        case ast.Attribute(value=value, attr="T"):
            yield "not_transposed", value
        case ast.Return(value=ast.Tuple(elts=values)) if len(values) > 1:
            yield "values_exchanged", _with(node, value=ast.Tuple(elts=values[::-1], ctx=ast.Load()))
        case ast.Call():
            yield from _called(node)


def _off(node: ast.Constant, value: float) -> tuple[str, ast.Constant]:
    if isinstance(value, int):
        return "off_by_one", _with(node, value=value + 1)
    return "constant_off", _with(node, value=0.0 if abs(value) < _TINY else 2 * value)


def _called(node: ast.Call) -> Iterator[tuple[str, ast.expr]]:
    name = getattr(node.func, "attr", getattr(node.func, "id", "call"))
    if isinstance(node.func, ast.Attribute) and name in _CALLS:
        yield f"{_CALLS[name]}_for_{name}", _with(node, func=_with(node.func, attr=_CALLS[name]))
    if node.args:
        yield f"{name}_left_out", node.args[0]
    for keyword in node.keywords:
        if keyword.arg not in _WORTHLESS:
            kept = [other for other in node.keywords if other is not keyword]
            yield f"{keyword.arg or 'keywords'}_left_out", _with(node, keywords=kept)
    if len(node.args) > 1:
        yield "arguments_exchanged", _with(node, args=[node.args[1], node.args[0], *node.args[2:]])


def _with(node: _Node, **fields: object) -> _Node:
    changed = copy.copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed
