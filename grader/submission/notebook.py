"""A notebook to a module, without a kernel: nbformat reads it, IPython's transformer reads its magics.

Mode `defs` keeps the functions that the lab asks for, and whatever these use: imports, constants and other globals; and
the other definitions, but for those that need what may fail. The demos, plots and `input()` around them are left out,
and so are the imports that only those need. Mode `all` keeps every statement. Neither runs anything.
"""

import warnings
from collections.abc import Collection, Iterable, Iterator
from pathlib import PurePosixPath
from typing import Any, Final, Literal, NamedTuple

from grader.errors import RejectedError
from grader.report import Notice
from grader.submission.cells import Statement, split_cell
from grader.submission.keeping import DEFINITIONS, KERNEL, definitions, is_future, is_idle
from grader.submission.magics import Magics
from grader.submission.source import Cell, intake, shown
from grader.submission.written import written

#: Characters in all code cells. A parsed list of numbers takes five hundred times the memory of its text.
MOST_CODE: Final = 128 * 1024
_IGNORED = "grade-ignore"  # a cell tag


class Converted(NamedTuple):
    """A module's text, the cell of each of its lines, remarks, and the modules that its cells write beside it."""

    text: str
    cells: dict[int, Cell]
    notices: tuple[Notice, ...]
    written: dict[str, str]


def convert_notebook(
    name: str, text: str, mode: Literal["defs", "all"], wanted: Collection[str] = (), asked: str = ""
) -> Converted:
    """Return the module in a notebook's JSON `text`; raise `RejectedError` if it is no Python notebook.

    `wanted` are the names that the lab asks for: whatever defines one of them is kept. So is what a cell writes into
    the file `asked`, the one that the handout asks for.
    """
    notices: list[str] = []
    magics = Magics()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of old notebooks without cell ids, of students' "\d"
        cells = _code_cells(name, text)
        if sum(len(source) for _, source in cells) > MOST_CODE:
            raise RejectedError(f"{name} holds more than {MOST_CODE // 1024} KB of code; a lab takes a few.")
        cells, files, remarks = written(cells, str(PurePosixPath(asked).with_suffix(".py")) if asked else "")
        notices += remarks
        statements = [s for number, source in cells for s in split_cell(number, source, magics, notices)]
        active = [s for s in statements if not is_idle(s)]
        kept = definitions(active, wanted) if mode == "defs" else active
        module, where = _write(kept)
        _check(name, module, where)
    notices += [*_redefined(kept), *_left_out(active, kept)]
    return Converted(module, where, tuple(map(intake, notices)), files)


def _code_cells(name: str, text: str) -> list[tuple[int, str]]:
    import nbformat

    try:
        notebook: Any = nbformat.convert(nbformat.reader.reads(text), 4)
        about = notebook.metadata
        language = (about.get("kernelspec") or {}).get("language") or (about.get("language_info") or {}).get("name")
        cells = [
            (number, "".join(cell.source))
            for number, cell in enumerate(notebook.cells, start=1)
            if cell.cell_type == "code" and _IGNORED not in (cell.get("metadata", {}).get("tags") or ())
        ]
    except Exception as error:  # nbformat raises what its reader met: KeyError, AttributeError, its own, …
        advice = "Open it in Jupyter and save it again."
        raise RejectedError(f"{name} is not a notebook that can be read ({type(error).__name__}). {advice}") from error
    if not str(language or "python").lower().startswith(("python", "ipython")):
        raise RejectedError(f"{name} is a notebook in {shown(str(language), 40)}; a Python notebook is needed.")
    return cells


def _redefined(kept: Iterable[Statement]) -> Iterator[str]:
    where: dict[str, int] = {}
    for statement in kept:
        if isinstance(statement.node, DEFINITIONS):
            defined = statement.node.name
            if defined in where:
                before, now = where[defined], statement.cell
                yield f"{defined} is defined in cell {before} and again in cell {now}; the last one counts."
            where[defined] = statement.cell


def _left_out(active: list[Statement], kept: list[Statement]) -> Iterator[str]:
    cells = sorted({s.cell for s in active} - {s.cell for s in kept})
    if cells:
        shown = ", ".join(map(str, cells[:20]))
        yield f"Only definitions and what they use were taken; of these cells nothing was: {shown}."


def _write(kept: list[Statement]) -> tuple[str, dict[int, Cell]]:
    """Write the statements below each other, `from __future__` first, and note where each line came from."""
    text: list[str] = []
    cells: dict[int, Cell] = {}
    current = 0
    kernel = any(KERNEL in s.reads for s in kept)
    for statement in sorted(kept, key=lambda s: not is_future(s.node)):
        if kernel and not is_future(statement.node):
            text.append(f"{KERNEL} = lambda: None  # there is no kernel")
            kernel = False
        if statement.cell != current:
            current = statement.cell
            text.append(f"# cell {current}")
        for offset, line in enumerate(statement.lines):
            text.append(line)
            cells[len(text)] = Cell(current, min(statement.line + offset, statement.last))
    return "\n".join(text) + "\n", cells


def _check(name: str, module: str, cells: dict[int, Cell]) -> None:
    """Compile the module: what compiles alone may still contradict another cell, as `global` in a loop can."""
    try:
        compile(module, name, "exec", dont_inherit=True)
    except SyntaxError as error:
        cell = cells.get(error.lineno or 0)
        place = f" (cell {cell.number}, line {cell.line})" if cell else ""
        raise RejectedError(f"{name}: its cells do not make one Python file: {error.msg}{place}.") from error
