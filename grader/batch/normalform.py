"""The normal form of a function: what is left when names, numbers, comments and order that means nothing are gone.

Two functions with one normal form do the same steps. Names are numbered as they appear, a constant is its type,
`axis` and `keepdims` are `dim` and `keepdim`, annotations and docstrings are dropped, and what may stand in any order
(terms of a sum, factors, keywords, statements that need nothing of each other) stands in one order.
"""

import ast
import copy
import hashlib
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

_MOST_TEXT: Final = 200_000  # bytes: what a lab never reaches, and what parses in a moment
_MOST_NODES: Final = 3_000  # of a function; a longer one is no lab's
_MOST_LINES: Final = 100  # of a block that is put into one order
_KEYWORDS: Final = {"axis": "dim", "keepdims": "keepdim"}
_NAMES: Final = re.compile(r"(Name\(id=|arg\(arg=)'[^']*'")
_Function = ast.FunctionDef | ast.AsyncFunctionDef
_ORDERED: Final = (ast.Return, ast.Expr, ast.For, ast.While, ast.If, ast.With, ast.Try, ast.Raise, ast.Assert,
                   ast.Delete, ast.Global, ast.Nonlocal, ast.Break, ast.Continue, ast.Match, ast.AsyncFor,
                   ast.AsyncWith, ast.TryStar)  # fmt: skip


class Normal(NamedTuple):
    """A function: its name, its place in the text, the digest of its normal form, and how many parts that has."""

    name: str
    line: int
    text: str
    form: str
    size: int


def functions(source: bytes) -> Iterator[Normal]:
    """Yield the functions of a module and of its classes; nothing for what is no Python or too long to be a lab's."""
    if len(source) > _MOST_TEXT:
        return
    try:
        tree = ast.parse(source)
        text = source.decode("utf-8", "replace").splitlines()
        for function in _outermost(tree.body):
            size = sum(1 for _ in ast.walk(function))
            if size <= _MOST_NODES:
                lines = text[function.lineno - 1 : function.end_lineno]
                yield Normal(function.name, function.lineno, "\n".join(lines), _form(function), size)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return


def _outermost(body: list[ast.stmt]) -> Iterator[_Function]:
    for statement in body:
        if isinstance(statement, _Function):
            yield statement
        elif isinstance(statement, ast.ClassDef):
            yield from _outermost(statement.body)


def _form(function: _Function) -> str:
    bare = _Bare().visit(copy.deepcopy(function))
    bare.decorator_list = []
    named = _Numbered({bare.name: "f"}).visit(bare)
    return hashlib.sha256(ast.dump(named).encode()).hexdigest()[:12]


class _Bare(ast.NodeTransformer):
    """Takes away what does nothing, and puts into one order what may stand in any."""

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        kind = "number" if isinstance(node.value, int | float | complex) else type(node.value).__name__
        return ast.Constant(value=kind)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        return ast.arg(arg=node.arg)

    def visit_keyword(self, node: ast.keyword) -> ast.AST:
        return ast.keyword(arg=_KEYWORDS.get(node.arg or "", node.arg), value=self.visit(node.value))

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        negative = isinstance(node.op, ast.USub | ast.UAdd) and isinstance(node.operand, ast.Constant)
        return node.operand if negative else node  # -1 is a number like 1

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        node.keywords.sort(key=_blind)
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, ast.Add | ast.Mult):
            node.left, node.right = sorted((node.left, node.right), key=_blind)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        return None if node.value is None else self.visit(ast.Assign(targets=[node.target], value=node.value))

    def generic_visit(self, node: ast.AST) -> ast.AST:
        for field in ("returns", "type_comment"):
            if hasattr(node, field):
                setattr(node, field, None)
        super().generic_visit(node)
        for field in ("body", "orelse", "finalbody"):
            block = getattr(node, field, None)
            if isinstance(block, list):
                setattr(node, field, _in_one_order([one for one in block if not _idle(one)]))
        return node


def _idle(statement: ast.stmt) -> bool:
    """Whether a statement does nothing: a docstring, a bare constant, pass."""
    constant = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    return constant or isinstance(statement, ast.Pass)


def _in_one_order(block: list[ast.stmt]) -> list[ast.stmt]:
    """Return the statements so that each comes after those that it needs, and else by how they look without names."""
    if len(block) > _MOST_LINES:
        return block
    looks, uses = [_blind(one) for one in block], [_uses(one) for one in block]
    left, ordered = list(range(len(block))), []
    while left:
        free = [at for at in left if not any(_needs(block, uses, at, before) for before in left if before < at)]
        first = min(free, key=lambda at: (looks[at], at))
        left.remove(first)
        ordered.append(block[first])
    return ordered


def _needs(block: list[ast.stmt], uses: list[tuple[set[str], set[str]]], later: int, before: int) -> bool:
    if isinstance(block[later], _ORDERED) or isinstance(block[before], _ORDERED):
        return True
    (reads, writes), (read, written) = uses[later], uses[before]
    return bool(reads & written or writes & read or writes & written)


def _uses(statement: ast.stmt) -> tuple[set[str], set[str]]:
    """Return the names that a statement reads, and those that it binds or changes."""
    reads: set[str] = set()
    writes: set[str] = set()
    for node in ast.walk(statement):
        if isinstance(node, ast.Name):
            (reads if isinstance(node.ctx, ast.Load) else writes).add(node.id)
        elif isinstance(node, _Function | ast.ClassDef):
            writes.add(node.name)
        elif isinstance(node, ast.alias):
            writes.add((node.asname or node.name).split(".")[0])
        elif isinstance(node, ast.Subscript | ast.Attribute) and not isinstance(node.ctx, ast.Load):
            writes |= {inner.id for inner in ast.walk(node.value) if isinstance(inner, ast.Name)}
    if isinstance(statement, ast.AugAssign):
        reads |= writes
    return reads, writes


def _blind(node: ast.AST) -> str:
    return re.sub(_NAMES, r"\1''", ast.dump(node))


class _Numbered(ast.NodeTransformer):
    """Gives every name the number of its first appearance."""

    def __init__(self, names: dict[str, str]) -> None:
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.AST:
        node.id = self._number(node.id)
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.arg = self._number(node.arg)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.name = self._number(node.name)
        return self.generic_visit(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        node.name = self._number(node.name)
        return self.generic_visit(node)

    def _number(self, name: str) -> str:
        return self._names.setdefault(name, f"v{len(self._names)}")
