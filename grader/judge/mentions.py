"""What a submission's text mentions that the lab forbids, as remarks for a person. They change no score.

A call of a forbidden function fails while a submission runs (`worker/denied.py`); a way round that is found here, in
the syntax tree, by its dotted name. Text that hides a name is not found; nothing is granted or denied by this.
"""

import ast
from collections.abc import Iterator, Sequence
from typing import Final

from grader.manifest import Deny
from grader.report import Notice
from grader.submission.source import Source

_MOST_TEXT: Final = 200_000  # bytes: what a lab never reaches, and what parses in a moment
_MOST_NOTICES: Final = 5


def forbidden_mentions(source: Source, rules: Sequence[Deny]) -> Iterator[Notice]:
    """Say where `source` mentions a name of `rules`, or a name below one of their `ways_round`."""
    found: dict[str, str] = {}
    for file, data in source.files.items():
        if len(data) > _MOST_TEXT or not file.endswith(".py"):
            continue
        try:
            tree = ast.parse(data)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        for name, line, function in _mentions(tree):
            if any(_forbids(rule, name, function) for rule in rules):
                found.setdefault(source.locate(file, line), name)
    for place, name in list(found.items())[:_MOST_NOTICES]:
        message = f"The file mentions {name} ({place}), which the lab does not allow there. A person may want to look."
        yield Notice(kind="policy", message=message)


def _forbids(rule: Deny, name: str, function: str) -> bool:
    named = name in rule.names or any(name == way or name.startswith(way + ".") for way in rule.ways_round)
    return named and (not rule.inside or function in rule.inside)


def _mentions(tree: ast.Module) -> Iterator[tuple[str, int, str]]:
    """Yield each dotted library name with its line and the outermost function around it."""
    imported: dict[str, str] = {}
    named: list[tuple[ast.Name | ast.Attribute, str]] = []
    for statement in tree.body:
        function = statement.name if isinstance(statement, ast.FunctionDef) else ""
        for node in ast.walk(statement):
            if isinstance(node, (ast.Name, ast.Attribute)):
                named.append((node, function))
            elif isinstance(node, ast.Import):
                imported |= {a.asname: a.name for a in node.names if a.asname}
                imported |= {root: root for a in node.names if not a.asname for root in [a.name.split(".")[0]]}
            elif isinstance(node, ast.ImportFrom) and node.module:
                imported |= {a.asname or a.name: f"{node.module}.{a.name}" for a in node.names}
    for node, function in named:
        name = _dotted(node, imported)
        if name is not None:
            yield name, node.lineno, function


def _dotted(node: ast.AST, imported: dict[str, str]) -> str | None:
    """Return torch.ops.aten for that expression, whatever the library was imported as; None for other things."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name) or node.id not in imported:
        return None
    return ".".join([imported[node.id], *reversed(parts)])
