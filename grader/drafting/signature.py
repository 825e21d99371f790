"""The functions of a reference as its text tells them: names, arguments, shapes. Read from the syntax tree; not run.

A shape is a string of names in an annotation, `Annotated[np.ndarray, "n d"]` or `Float[Array, "n d"]` or `"n d"`; or
stands behind the name in the docstring: `A (n, d)`.
"""

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

from grader.errors import UsageError

Shape = tuple[str, ...]


class Signature(NamedTuple):
    """A public function: its arguments with their shapes, as far as they are told, and what its values are called."""

    name: str
    arguments: dict[str, Shape | None]
    returns: tuple[str, ...]
    told: str


def signatures(text: str, file: str) -> list[Signature]:
    """Return the public functions of `text`; raise `UsageError` if it has none or is no Python."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError) as error:  # the latter for a null byte, which has no line
        line = getattr(error, "lineno", None)
        told = f"line {line}: {error.msg}" if isinstance(error, SyntaxError) and line else str(error)
        raise UsageError(f"{file} is no Python: {told}.") from error
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")]
    if not functions:
        raise UsageError(f"{file} defines no function whose name starts without an underscore.")
    return [_signature(function, file) for function in functions]


def _signature(function: ast.FunctionDef, file: str) -> Signature:
    told = ast.get_docstring(function) or ""
    taken = [*function.args.posonlyargs, *function.args.args]
    required = taken[: len(taken) - len(function.args.defaults)]
    if not required:
        raise UsageError(f"{file}: {function.name} takes no argument, so there is nothing to ask it.")
    arguments = {a.arg: _shape(a, told) for a in required}
    return Signature(function.name, arguments, tuple(_returns(function)), told.partition("\n")[0])


def _shape(argument: ast.arg, told: str) -> Shape | None:
    annotated = _annotated(argument.annotation)
    return _in_words(argument.arg, told) if annotated is None else annotated


def _annotated(annotation: ast.expr | None) -> Shape | None:
    """Return the names in the last string of an annotation, if there is one and it has nothing but names."""
    if annotation is None:
        return None
    texts = [n.value for n in ast.walk(annotation) if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    return _names(texts[-1].split()) if texts else None


def _in_words(argument: str, told: str) -> Shape | None:
    found = re.search(rf"\b{re.escape(argument)}\s*\(([\w\s,]*)\)", told)
    return _names([name.strip() for name in found[1].split(",") if name.strip()]) if found else None


def _names(parts: list[str]) -> Shape | None:
    return tuple(parts) if all(part.isidentifier() for part in parts) else None


def _returns(function: ast.FunctionDef) -> Iterator[str]:
    """Yield what the values are called in the last return, as far as they are names there."""
    found = [node for node in ast.walk(function) if isinstance(node, ast.Return)]
    last = max(found, key=lambda node: node.lineno).value if found else None
    values = last.elts if isinstance(last, ast.Tuple) else [last] if last else []
    for value in values:
        yield value.id if isinstance(value, ast.Name) else ""
