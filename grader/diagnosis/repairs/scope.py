"""One function of a submission, and what the families of repairs ask about it."""

import ast
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Final, NamedTuple, TypeVar

from grader.diagnosis.repairs.module import Module
from grader.diagnosis.repairs.repair import Edit

_Node = TypeVar("_Node", bound=ast.AST)
Functions = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
#: How tightly an expression holds together; a call, a name or a number does most.
_ATOM: Final = 9
_LEVELS: Final[dict[type[ast.AST], int]] = {
    ast.Pow: 6, ast.Mult: 4, ast.Div: 4, ast.MatMult: 4, ast.FloorDiv: 4, ast.Mod: 4, ast.Add: 3, ast.Sub: 3,
}  # fmt: skip
_ATOMS: Final = (ast.Name, ast.Call, ast.Attribute, ast.Subscript, ast.List, ast.Set, ast.Dict)


class Change(NamedTuple):
    """What a family proposes: edits, the deciding one first, and whether they put a step in where nothing was."""

    edits: tuple[Edit, ...]
    adds: bool = False


class Scope:
    """A function, a method or a lambda that has a name, with everything inside it."""

    def __init__(self, module: Module, name: str, function: Functions) -> None:
        self.module, self.name, self.function = module, name, function
        body = function.body if isinstance(function.body, list) else [function.body]
        self._numbers: set[str] | None = None
        self.nodes = [node for statement in body for node in _walk(statement)]

    def all(self, kind: type[_Node]) -> Iterator[_Node]:
        """Yield the nodes of one kind, from the top of the function to its end."""
        return (node for node in self.nodes if isinstance(node, kind))

    def text(self, node: ast.expr) -> str:
        """Return an expression as it is written."""
        return self.module.text(node)

    def part(self, node: ast.expr, level: int = _ATOM) -> str:
        """Return an expression so that it can stand beside an operator of `level`, or before a dot."""
        return self.text(node) if level_of(node) >= level else f"({self.text(node)})"

    def put(self, node: ast.expr, text: str) -> Edit:
        """Replace an expression by another one, in parentheses where its neighbours ask for them."""
        start, end = self.module.span(node)
        data = self.module.data
        enclosed = data[:start].rstrip()[-1:] == b"(" and data[end:].lstrip()[:1] == b")"
        if not enclosed and _level_of_text(text) < self._asked(node):
            text = f"({text})"
        return Edit(start, end, text.encode())

    def parent(self, node: ast.AST) -> ast.AST | None:
        """Return the node around this one."""
        return self.module.parents.get(node)

    def statement(self, node: ast.AST) -> ast.AST:
        """Return the statement (or the lambda's expression) that a node stands in."""
        while not isinstance(node, ast.stmt) and node in self.module.parents:
            node = self.module.parents[node]
        return node

    @cached_property
    def parameters(self) -> list[str]:
        """The names of the parameters that a caller fills, without self."""
        arguments = self.function.args
        names = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
        return [name for name in names if name not in ("self", "cls")]

    @cached_property
    def stored(self) -> dict[str, ast.Name]:
        """The names given a value inside, each with the first place where."""
        found: dict[str, ast.Name] = {}
        for node in self.all(ast.Name):
            if isinstance(node.ctx, ast.Store):
                found.setdefault(node.id, node)
        return found

    def numbers(self, is_size: Callable[["Scope", ast.expr], bool]) -> set[str]:
        """Return the names that are given sizes, as `is_size` knows them: one look from the top to the end."""
        if self._numbers is None:
            self._numbers = set()
            for node in self.all(ast.Assign):
                values = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
                if all(is_size(self, value) for value in values):
                    targets = (inner for target in node.targets for inner in ast.walk(target))
                    self._numbers |= {inner.id for inner in targets if isinstance(inner, ast.Name)}
        return self._numbers

    def library(self, node: ast.expr) -> str:
        """Return the library that a dotted name begins with ("numpy", "torch.nn.functional"), or ""."""
        while isinstance(node, ast.Attribute):
            node = node.value
        known = self.module.libraries.get(node.id, "") if isinstance(node, ast.Name) else ""
        return known if isinstance(node, ast.Name) and node.id not in self.stored else ""

    def subject(self, call: ast.Call) -> ast.expr | None:
        """Return what a call is about: the object of a method, else the first argument."""
        if isinstance(call.func, ast.Attribute) and not self.library(call.func):
            return call.func.value
        return call.args[0] if call.args and not isinstance(call.args[0], ast.Starred) else None

    def is_method(self, call: ast.Call) -> bool:
        """Whether a call is written x.f(), x being no library."""
        return isinstance(call.func, ast.Attribute) and not self.library(call.func)

    def _asked(self, node: ast.expr) -> int:
        """Return how tightly an expression must hold together to stand where `node` stands."""
        match self.parent(node):
            case ast.BinOp(left=left, op=ast.Pow()):
                return _ATOM if node is left else 5
            case ast.BinOp(left=left, op=op):
                return _LEVELS.get(type(op), 2) + (node is not left)
            case ast.UnaryOp():
                return 5
            case ast.Attribute() | ast.Await():
                return _ATOM
            case ast.Subscript(value=value) if value is node:
                return _ATOM
            case ast.Call(func=func) if func is node:
                return _ATOM
            case ast.Return() | ast.Assign() | ast.Expr() | ast.Subscript():
                return 0
        return 1


def level_of(node: ast.expr) -> int:
    """Return how tightly an expression holds together, from 0 for a bare tuple to an atom's."""
    match node:
        case ast.BinOp(op=op):
            return _LEVELS.get(type(op), 2)
        case ast.UnaryOp(op=ast.Not()):
            return 1
        case ast.UnaryOp():
            return 5
        case ast.Constant():
            return _ATOM if not isinstance(node.value, (int, float)) or isinstance(node.value, bool) else 8
        case ast.Tuple():
            return 0
    return _ATOM if isinstance(node, _ATOMS) else 1


def _level_of_text(text: str) -> int:
    """Return the level of an expression that may go over several lines; 0 for what is none."""
    try:
        return level_of(ast.parse(f"({text}\n)", mode="eval").body)
    except SyntaxError:
        return 0


def called(node: ast.AST) -> str:
    """Return the last name of what is called, "sum" for x.sum() and for np.sum(x), or ""."""
    match node:
        case ast.Call(func=ast.Attribute(attr=name)) | ast.Call(func=ast.Name(id=name)):
            return name
    return ""


def number(node: ast.AST | None) -> int | None:
    """Return the integer that a node writes, or None."""
    match node:
        case ast.Constant(value=int(value)) if not isinstance(value, bool):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value))):
            return -value
    return None


def _walk(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and all below it in the order of the text. Formatted strings and annotations are left alone."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        below = [
            child
            for name, value in ast.iter_fields(node)
            if name not in ("annotation", "returns", "decorator_list")
            for child in (value if isinstance(value, list) else [value])
            if isinstance(child, ast.AST) and not isinstance(child, ast.JoinedStr)
        ]
        waiting += reversed(below)
