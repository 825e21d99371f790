"""The Python files that a notebook's cells write, as with `%%writefile attention.py`."""

import re
from pathlib import PurePosixPath
from typing import Final, NamedTuple

from grader.submission.archive import is_usable, leads_out

_WRITES: Final = re.compile(
    r"\s*%%(?:write)?file[ \t]+(-a[ \t]+|--append[ \t]+)?([\"']?)([^\s\"'][^\n\"']*\.py)\2[ \t]*(?:\n|$)"
)
_HOME: Final = "/content/"  # where a notebook lives in Colab


class Written(NamedTuple):
    """The cells that are code, by their numbers; the files that other cells wrote; and remarks."""

    cells: list[tuple[int, str]]
    files: dict[str, str]
    notices: list[str]


def written(cells: list[tuple[int, str]], asked: str) -> Written:
    """Take the cells that write Python files for what they are: the file `asked` is code, others can be imported.

    A file that is written again has no more than was written last.
    """
    code: dict[int, str] = {}
    files: dict[str, str] = {}
    of_asked: list[int] = []
    notices: list[str] = []
    for number, source in cells:
        found = _WRITES.match(source)
        name = _name(found[3]) if found else ""
        if not found or not name:
            code[number] = source
            continue
        body, more = source[found.end() :], found[1] is not None
        files[name] = f"{files.get(name, '')}{body}\n" if more else f"{body}\n"
        notices.append(f"Cell {number} writes {name}, which was read.")
        if name.lower() == asked.lower():
            for old in () if more else of_asked:
                code.pop(old, None)
            of_asked.append(number)
            code[number] = "\n" * found[0].count("\n") + body  # line numbers stay
    return Written(list(code.items()), files, notices)


def _name(path: str) -> str:
    """Return a file's name as it is seen from the notebook, or "" for one that is nowhere near it."""
    name = str(PurePosixPath(path.strip().removeprefix(_HOME)))
    return name if is_usable(name) and not leads_out(name) else ""
