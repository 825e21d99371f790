"""A .py file that a notebook was exported to, or saved as."""

import ast
import json
from typing import Final

from grader.submission.notebook import MOST_CODE

_KERNEL: Final = "get_ipython"
#: Cell magics around ordinary Python.
_AROUND_PYTHON: Final = ("time", "timeit", "capture", "prun", "python", "python3")


def is_notebook(text: str) -> bool:
    """Return whether a text is a notebook's JSON, whatever its file is called."""
    if not text.lstrip().startswith("{") or '"nbformat"' not in text:
        return False
    try:
        return "nbformat" in json.loads(text)
    except (ValueError, RecursionError):
        return False


def without_kernel(text: str) -> str:
    """Return a module's text with None where it asks a kernel for a magic, and every other line where it stood.

    The code below a magic around Python, such as %%time, is executed.
    """
    if f"{_KERNEL}()." not in text or len(text) > MOST_CODE:
        return text
    calls = _Calls()
    lines = [line.encode() for line in text.split("\n")]
    try:
        calls.visit(ast.parse(text))
        for call, instead in reversed(calls.found):
            assert call.end_lineno is not None
            first, last = call.lineno - 1, call.end_lineno - 1
            line = lines[first][: call.col_offset] + instead.encode() + lines[last][call.end_col_offset :]
            lines[first : last + 1] = [line, *[b""] * (last - first)]
        changed = b"\n".join(lines).decode()
        ast.parse(changed)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return text  # the student's Python says what it is
    return changed


class _Calls(ast.NodeVisitor):
    """Finds the calls of a kernel's methods in the order of their places, and what may stand there instead."""

    def __init__(self) -> None:
        self.found: list[tuple[ast.Call, str]] = []

    def visit_Call(self, node: ast.Call) -> None:
        """Take a call of the kernel as a whole."""
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Call(func=ast.Name(id=name)))) if name == _KERNEL:
                self.found.append((node, _instead(node)))
            case _:
                self.generic_visit(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Pass over what has no place of its own."""


def _instead(call: ast.Call) -> str:
    match call:
        case ast.Call(
            func=ast.Attribute(attr="run_cell_magic"),
            args=[ast.Constant(value=magic), ast.Constant(), ast.Constant(value=str(code))],
        ) if magic in _AROUND_PYTHON:
            return f"exec({code!r})"
    return "None"
