"""One cell of a notebook to its statements, each as text that compiles on its own."""

import ast
import re
import symtable
from collections.abc import Iterator
from typing import Final, NamedTuple

from grader.submission.magics import Magics

#: Cell magics around ordinary Python.
_AROUND_PYTHON: Final = re.compile(r"(?:\s*%%(?:time|timeit|capture|prun|python|python3)(?!\S)[^\n]*)+")
_CELL_MAGIC: Final = re.compile(r"\s*%%(\S*)")
_NOTHING_BEHIND: Final = re.compile(rb"\s*;?\s*(#.*)?")


class Statement(NamedTuple):
    """A statement, where it stood, and the names of the module that it reads and binds, in functions too."""

    cell: int
    line: int
    lines: tuple[str, ...]
    node: ast.stmt
    reads: frozenset[str]
    binds: frozenset[str]

    @property
    def last(self) -> int:
        """Its last line in the cell."""
        return self.node.end_lineno or self.node.lineno


def split_cell(number: int, source: str, magics: Magics, notices: list[str]) -> list[Statement]:
    """Return the statements of a cell; add to `notices` what was left out and why."""
    try:
        return list(_statements(number, source.replace("\r\n", "\n").replace("\r", "\n"), magics, notices))
    except SyntaxError as error:
        notices.append(f"Cell {number} has a syntax error ({error.msg}) and was left out.")
    except Exception:  # too deep, too many magics, a lone surrogate: the parser and IPython raise what they met
        notices.append(f"Cell {number} cannot be read as Python and was left out.")
    return []


def _statements(number: int, source: str, magics: Magics, notices: list[str]) -> Iterator[Statement]:
    if around := _AROUND_PYTHON.match(source):
        source = "\n" * around[0].count("\n") + source[around.end() :]  # line numbers stay
    if magic := _CELL_MAGIC.match(source):
        notices.append(f"Cell {number} is a %%{magic[1][:40]} cell, not Python, and was left out.")
        return
    text, body = _parsed(source, magics)
    lines = text.split("\n")
    for node in body:
        if _colab(node):
            notices.append(f"Cell {number}: the import of google.colab was left out; it exists in Colab only.")
            continue
        try:
            yield _statement(number, node, lines)
        except SyntaxError as error:  # `return`, `break` or `await` outside a function is seen by the compiler only
            notices.append(f"Cell {number}, line {node.lineno} was left out: {error.msg}.")


def _parsed(source: str, magics: Magics) -> tuple[str, list[ast.stmt]]:
    """Parse a cell. What is Python already needs no transformer."""
    try:
        return source, ast.parse(source).body
    except SyntaxError:
        text = magics.to_python(source)
        return text, ast.parse(text).body


def _statement(number: int, node: ast.stmt, lines: list[str]) -> Statement:
    first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", []))])
    last = node.end_lineno or node.lineno
    behind = lines[last - 1].encode()[node.end_col_offset :]
    alone = node.col_offset == 0 and _NOTHING_BEHIND.fullmatch(behind)
    own = lines[first - 1 : last] if alone else ast.unparse(node).split("\n")
    text = "\n".join(own)
    compile(text, "<cell>", "exec", dont_inherit=True)
    table = symtable.symtable(text, "<cell>", "exec")
    return Statement(number, first, tuple(own), node, frozenset(_reads(table)), frozenset(_binds(table, node)))


def _reads(module: symtable.SymbolTable) -> Iterator[str]:
    """Yield the names of the module that a statement looks up; a function's own variables are none of them."""
    tables = [module]
    for table in tables:
        tables += table.get_children()  # the loop reaches them too
        yield from (s.get_name() for s in table.get_symbols() if s.is_global() and s.is_referenced())


def _binds(module: symtable.SymbolTable, node: ast.stmt) -> Iterator[str]:
    """Yield the names of the module that a statement gives a value, also as in `CONFIG["d"] = 64`."""
    if isinstance(node, ast.Delete):
        return
    yield from (s.get_name() for s in module.get_symbols() if s.is_assigned() or s.is_imported())
    for inner in ast.walk(node):
        if isinstance(inner, (ast.Attribute, ast.Subscript)) and isinstance(inner.ctx, ast.Store):
            whole: ast.expr = inner
            while isinstance(whole, (ast.Attribute, ast.Subscript)):
                whole = whole.value
            if isinstance(whole, ast.Name):
                yield whole.id


def _colab(node: ast.stmt) -> bool:
    match node:
        case ast.Import(names=names):
            return all(alias.name.startswith("google.colab") for alias in names)
        case ast.ImportFrom(module=str(module), names=names):
            return module.startswith("google.colab") or (module == "google" and names[0].name == "colab")
    return False
