"""A file's syntax tree and its text: where each node stands, and what a node's text is."""

import ast
import re
import warnings
from collections.abc import Iterator
from itertools import accumulate
from typing import Final

_MOST_TEXT: Final = 64_000  # bytes: what a lab never reaches, and what parses in a moment
_LINE: Final = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_BOM: Final = b"\xef\xbb\xbf"


def parsed(text: bytes) -> ast.Module | None:
    """Return the tree of a file, or None where it cannot be parsed."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a student's odd escapes are no matter of ours
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


class Module:
    """One parsed file. Columns of a syntax tree count UTF-8 bytes, and so does everything here."""

    def __init__(self, file: str, data: bytes, tree: ast.Module) -> None:
        self.file, self.data, self.tree = file, data, tree
        lines = [match[0] for match in _LINE.finditer(data)]
        self._starts = [0, *accumulate(map(len, lines))]
        self._skipped = len(_BOM) if data.startswith(_BOM) else 0
        self.parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
        self.libraries = dict(_libraries(tree))

    @classmethod
    def read(cls, file: str, data: bytes) -> "Module | None":
        """Return the parsed file, or None for one that is no Python, cannot be parsed, or is too long to be a lab."""
        tree = parsed(data) if file.endswith(".py") and len(data) <= _MOST_TEXT else None
        return None if tree is None else cls(file, data, tree)

    def span(self, node: ast.expr | ast.stmt | ast.keyword | ast.arg) -> tuple[int, int]:
        """Return the offsets of a node's first byte and of the byte behind its last."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._offset(node.lineno, node.col_offset), self._offset(node.end_lineno, node.end_col_offset)

    def text(self, node: ast.expr | ast.stmt | ast.keyword | ast.arg) -> str:
        """Return a node as it is written, without parentheses around it."""
        start, end = self.span(node)
        return self.data[start:end].decode()

    def imports(self, library: str) -> str:
        """Return the name by which the file knows `library`, or ""."""
        return next((name for name, known in self.libraries.items() if known == library), "")

    def _offset(self, line: int, column: int) -> int:
        return self._starts[line - 1] + column + (self._skipped if line == 1 else 0)


def _libraries(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield each name that an import binds, with what it stands for."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield (alias.asname, alias.name) if alias.asname else (alias.name.split(".")[0],) * 2
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from ((alias.asname or alias.name, f"{node.module}.{alias.name}") for alias in node.names)
