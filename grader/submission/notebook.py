"""A notebook to a module, without a kernel: nbformat reads it, IPython's transformer reads its magics.

Mode `defs` keeps imports, definitions, constants, and whatever global a definition uses; the demos, plots and
`input()` around them are left out. Mode `all` keeps every statement. Neither runs anything.
"""

import ast
import re
import warnings
from collections.abc import Iterable, Iterator
from typing import Any, Literal, NamedTuple

from grader.errors import RejectedError
from grader.report import Notice
from grader.submission.source import Cell, intake

_DROP_LINE = {"time", "timeit", "capture", "prun", "python", "python3"}  # cell magics around ordinary Python
_IGNORED = "grade-ignore"  # a cell tag
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)


class Converted(NamedTuple):
    """A module's text, the cell of each of its lines, and remarks."""

    text: str
    cells: dict[int, Cell]
    notices: tuple[Notice, ...]


class _Statement(NamedTuple):
    cell: int
    node: ast.stmt
    lines: tuple[str, ...]


def convert_notebook(name: str, text: str, mode: Literal["defs", "all"]) -> Converted:
    """Return the module in a notebook's JSON `text`; raise `RejectedError` if it is no Python notebook."""
    notices: list[str] = []
    statements: list[_Statement] = []
    for number, source in _code_cells(name, text):
        try:
            statements += _statements(number, source, notices)
        except SyntaxError as error:
            notices.append(f"{name}: cell {number} has a syntax error ({error.msg}) and was left out.")
        except (RecursionError, MemoryError, ValueError):
            notices.append(f"{name}: cell {number} cannot be read as Python and was left out.")
    kept = [s for s in statements if not _waits(s.node)] if mode == "all" else _definitions(statements)
    notices += _redefined(name, kept)
    module, cells = _write(kept)
    return Converted(module, cells, tuple(map(intake, notices)))


def _code_cells(name: str, text: str) -> Iterator[tuple[int, str]]:
    import nbformat

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # old notebooks lack cell ids; nobody needs them here
            notebook: Any = nbformat.reads(text, as_version=4)
            language = notebook.metadata.get("kernelspec", {}).get("language", "python")
            cells = [(cell.cell_type, cell.source, cell.metadata.get("tags", [])) for cell in notebook.cells]
    except Exception as error:  # nbformat raises what its reader met: KeyError, AttributeError, its own, …
        raise RejectedError(f"{name} is not a notebook that can be read ({type(error).__name__}).") from error
    if str(language).lower() != "python":
        raise RejectedError(f"{name} is a notebook in {language}; a Python notebook is needed.")
    for number, (kind, source, tags) in enumerate(cells, start=1):
        if kind == "code" and _IGNORED not in tags:
            yield number, source


def _statements(number: int, source: str, notices: list[str]) -> Iterator[_Statement]:
    from IPython.core.inputtransformer2 import TransformerManager

    magic = re.match(r"\s*%%(\w+)", source)
    if magic and magic[1] not in _DROP_LINE:
        notices.append(f"Cell {number} is a %%{magic[1]} cell, not Python, and was left out.")
        return
    if magic:
        source = re.sub(r"%%.*", "", source, count=1)  # leaves an empty line, so that line numbers stay
    text = TransformerManager().transform_cell(source)
    lines = text.split("\n")
    body = ast.parse(text).body
    for node in body:
        if any(isinstance(n, ast.Name) and n.id == "get_ipython" for n in ast.walk(node)):
            continue  # a line magic or a shell command
        first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", []))])
        last = node.end_lineno or node.lineno
        alone = all(o is node or o.lineno > last or (o.end_lineno or 0) < first for o in body)
        own = lines[first - 1 : last] if alone else ast.unparse(node).split("\n")
        yield _Statement(number, node, tuple(own))


def _waits(node: ast.stmt) -> bool:
    return not isinstance(node, _DEFINITIONS) and any(isinstance(n, ast.Await) for n in ast.walk(node))


def _names(node: ast.AST, context: type[ast.expr_context]) -> set[str]:
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, context)}


def _is_definition(node: ast.stmt) -> bool:
    """Imports, functions, classes, constants and other names for things; also inside `try:` or `if:`."""
    match node:
        case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value):
            plain = all(isinstance(n, (ast.Constant, ast.List, ast.Tuple, ast.Dict, ast.UnaryOp, ast.operator,
                                       ast.unaryop, ast.BinOp, ast.expr_context)) for n in ast.walk(value))  # fmt: skip
            return (
                plain or isinstance(value, (ast.Lambda, ast.Name)) or all(n.isupper() for n in _names(node, ast.Store))
            )
        case ast.Try():
            parts = [*node.body, *node.orelse, *node.finalbody, *(s for h in node.handlers for s in h.body)]
            return all(isinstance(s, ast.Pass) or _is_definition(s) for s in parts)
        case ast.If():
            return all(isinstance(s, ast.Pass) or _is_definition(s) for s in [*node.body, *node.orelse])
    return isinstance(node, _DEFINITIONS)


def _definitions(statements: list[_Statement]) -> list[_Statement]:
    """Keep definitions, and the assignments to globals that they use, and to those that these use."""
    kept = {s for s in range(len(statements)) if _is_definition(statements[s].node)}
    while True:
        used = set().union(*(_names(statements[s].node, ast.Load) for s in kept))
        more = {
            s
            for s, statement in enumerate(statements)
            if isinstance(statement.node, (ast.Assign, ast.AnnAssign))
            and not _waits(statement.node)
            and _names(statement.node, ast.Store) & used
        }
        if more <= kept:
            return [statements[s] for s in sorted(kept)]
        kept |= more


def _redefined(name: str, kept: Iterable[_Statement]) -> Iterator[str]:
    where: dict[str, int] = {}
    for statement in kept:
        if isinstance(statement.node, (ast.FunctionDef, ast.ClassDef)):
            defined = statement.node.name
            if defined in where:
                before, now = where[defined], statement.cell
                yield f"{name}: {defined} is defined in cell {before} and again in cell {now}; the last one counts."
            where[defined] = statement.cell


def _write(kept: list[_Statement]) -> tuple[str, dict[int, Cell]]:
    """Write the statements below each other, `from __future__` first, and note where each line came from."""
    text: list[str] = []
    cells: dict[int, Cell] = {}
    current = 0
    for statement in sorted(kept, key=lambda s: not _is_future(s.node)):
        if statement.cell != current:
            current = statement.cell
            text.append(f"# cell {current}")
        first = min([statement.node.lineno, *(d.lineno for d in getattr(statement.node, "decorator_list", []))])
        for offset, line in enumerate(statement.lines):
            text.append(line)
            cells[len(text)] = Cell(current, first + offset)
    return "\n".join(text) + "\n", cells


def _is_future(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"
