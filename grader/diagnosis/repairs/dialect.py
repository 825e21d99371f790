"""How torch and NumPy spell the same step, and which of the two a piece of a submission speaks."""

import ast
import re
from typing import Final, NamedTuple

from grader.diagnosis.repairs.scope import Scope, called, number

#: Calls that take numbers together over an axis.
REDUCTIONS: Final = frozenset(
    {
        "sum",
        "max",
        "amax",
        "mean",
        "min",
        "amin",
        "median",
        "softmax",
        "log_softmax",
        "softmin",
        "logsumexp",
        "nansum",
        "Softmax",
    }
)
_SOFTMAXES: Final = frozenset({"softmax", "log_softmax", "softmin", "Softmax"})
_WIDTH: Final = re.compile(r"_*(d|dk|d_k|dim|depth|.*(dim|width|depth|d_model|d_head|d_k)\w*)", re.IGNORECASE)
_SIZES: Final = re.compile(r"\.shape\b|\.size\b|\blen\(")


class Dialect(NamedTuple):
    """The words of one library. `largest` turns a maximum along an axis into an array."""

    library: str
    axis: str
    keep: str
    largest: str


TORCH: Final = Dialect("torch", "dim", "keepdim", ".values")
NUMPY: Final = Dialect("numpy", "axis", "keepdims", "")


def dialects(scope: Scope, call: ast.Call | None = None) -> list[Dialect]:
    """Return the dialects that a call, or else the file, may be written in, the likelier first."""
    words = {keyword.arg for keyword in call.keywords} if call else set()
    if words & {TORCH.axis, TORCH.keep}:
        return [TORCH]
    library = scope.library(call.func).split(".")[0] if call else ""
    known = [dialect for dialect in (TORCH, NUMPY) if dialect.library == library]
    imported = {name.split(".")[0] for name in scope.module.libraries.values()}
    return known or [dialect for dialect in (TORCH, NUMPY) if dialect.library in imported] or [NUMPY]


def axis_of(scope: Scope, call: ast.Call) -> ast.expr | None:
    """Return the axis that a reduction is given, or None where it has none."""
    for keyword in call.keywords:
        if keyword.arg in ("dim", "axis"):
            return keyword.value
    at = 0 if scope.is_method(call) or called(call) == "Softmax" else 1
    return call.args[at] if len(call.args) > at else None


def keeps(call: ast.Call) -> bool:
    """Whether a reduction keeps its axis, or is one that has nothing to lose."""
    named = (k.value for k in call.keywords if k.arg in ("keepdim", "keepdims"))
    return called(call) in _SOFTMAXES or any(isinstance(v, ast.Constant) and v.value is True for v in named)


def axis_words(call: ast.Call, dialect: Dialect) -> str:
    """Return the arguments that make a reduction go along each row."""
    return f"{dialect.axis}=-1" + ("" if called(call) in _SOFTMAXES else f", {dialect.keep}=True")


def row_maximum(array: str, dialect: Dialect, axis: int = -1) -> str:
    """Return the expression of each row's maximum; `array` can stand before a dot."""
    return f"{array}.max({dialect.axis}={axis}, {dialect.keep}=True){dialect.largest}"


def axes_taken(scope: Scope) -> list[int]:
    """Return the axes along which a function may take its rows: the last, and the first if it sums along that."""
    calls = (call for call in scope.all(ast.Call) if called(call) in REDUCTIONS)
    return [-1, 0] if any(number(axis_of(scope, call)) in (0, -2) for call in calls) else [-1]


def exponential(scope: Scope, array: str, dialect: Dialect) -> str:
    """Return the exponential of an expression, by whatever name the file has the library."""
    name = scope.module.imports(dialect.library)
    return f"{name}.exp({array})" if name else f"({array}).exp()"


def root(scope: Scope, size: str) -> str:
    """Return the square root of a size that is a plain number."""
    for library in ("math", "numpy"):
        if name := scope.module.imports(library):
            return f"{name}.sqrt({size})"
    if name := scope.module.imports("math.sqrt"):
        return f"{name}({size})"
    return f"{size} ** 0.5" if re.fullmatch(r"[\w.\[\]\-]+", size) else f"({size}) ** 0.5"


def rooted(node: ast.expr) -> ast.expr | None:
    """Return what an expression is the square root of, or None for what is no root."""
    match node:
        case ast.Call(args=[inner, *_]) if called(node) == "sqrt":
            return inner
        case ast.Call(args=[inner, ast.Constant(value=0.5)]) if called(node) in ("pow", "power"):
            return inner
        case ast.BinOp(left=left, op=ast.Pow(), right=right) if _half(right):
            return left
    return None


def _half(node: ast.expr) -> bool:
    match node:
        case ast.Constant(value=0.5) | ast.UnaryOp(operand=ast.Constant(value=0.5)):
            return True
        case ast.BinOp(left=ast.Constant(value=1 | 1.0), op=ast.Div(), right=ast.Constant(value=2 | 2.0)):
            return True
    return False


def is_size(scope: Scope, node: ast.expr) -> bool:
    """Whether an expression is, or is made of, lengths of axes or plain numbers, as far as its text shows."""
    inner = rooted(node)
    if inner is not None:
        return is_size(scope, inner)
    match node:
        case ast.Constant():
            return isinstance(node.value, (int, float))
        case ast.Name(id=name):
            return says_width(name) or is_number(scope, name) or _unknown(scope, name)
        case ast.BinOp(left=left, right=right):
            return is_size(scope, left) and is_size(scope, right)
        case ast.UnaryOp(operand=operand):
            return is_size(scope, operand)
        case ast.Call(args=[inner, *_]) if called(node) in ("float", "tensor", "float32", "int", "as_tensor"):
            return is_size(scope, inner)
    return bool(_SIZES.search(scope.text(node))) and not any(called(inner) in REDUCTIONS for inner in ast.walk(node))


def says_width(name: str) -> bool:
    """Whether a name says that it is the length of a last axis: d_k, dim, head_dim."""
    return bool(_WIDTH.fullmatch(name))


def is_number(scope: Scope, name: str) -> bool:
    """Whether a local name was given a length or a number, or a root of one."""
    return name in scope.numbers(is_size)


def _unknown(scope: Scope, name: str) -> bool:
    """Whether nothing in the function binds a name: a constant of the module, or of a notebook that is gone."""
    return name not in scope.stored and name not in scope.parameters and name not in scope.module.libraries
