"""A document as its reader follows it.

    ```console     commands after "$", each followed by what it prints: run, and compared
    ```python      run, all of a document in one process; a ```text block right after it is what it prints
    ```sh          commands that cannot be run here: `elsewhere` says what runs them
    ```text, ```toml, ```json …     shown

In what is printed a line "…" stands for any lines, and "…" in a line for any characters.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_FENCE = re.compile(r"^```(\w*)(?: .*)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A fenced block, the line at which its text begins, and whether another stands right before it."""

    language: str
    text: str
    line: int
    follows: bool


class Step(NamedTuple):
    """A command, or a piece of Python, and what it prints; None where the document does not say."""

    code: str
    prints: str | None
    line: int


def blocks(path: Path) -> list[Block]:
    """Return the fenced blocks of a document."""
    text = path.read_text(encoding="utf-8")
    found, end = [], 0
    for match in _FENCE.finditer(text):
        line = text.count("\n", 0, match.start()) + 2
        found.append(Block(match[1], match[2], line, bool(found) and not text[end : match.start()].strip()))
        end = match.end()
    return found


def commands(path: Path, language: str) -> Iterator[Step]:
    """Return the commands of a document's console blocks with what they print, or those of its sh blocks."""
    for block in blocks(path):
        if block.language != language:
            continue
        text = block.text.replace("\\\n", "")
        if language == "sh":
            yield from (Step(line, None, block.line) for line in text.splitlines() if line and line[0] != "#")
            continue
        for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
            command, _, printed = part.partition("\n")
            yield Step(command, printed, block.line)


def snippets(path: Path) -> list[Step]:
    """Return the pieces of Python in a document."""
    found = blocks(path)
    followers = [*found[1:], None]
    return [
        Step(block.text, after.text if after and after.follows and after.language == "text" else None, block.line)
        for block, after in zip(found, followers, strict=False)
        if block.language == "python"
    ]


def agrees(printed: str, shown: str) -> bool:
    """Whether `printed` is what a document shows."""
    lines = [
        "(?:.*\n)*?" if line.strip() == "…" else re.escape(line.rstrip()).replace("…", ".*") + "\n"
        for line in shown.splitlines()
    ]
    bare = "".join(f"{line.rstrip()}\n" for line in printed.splitlines())
    return re.fullmatch("".join(lines), bare) is not None
