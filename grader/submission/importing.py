"""Which of several files a submission can import, and by which names."""

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Final

_IMPORT: Final = re.compile(rb"(?:^|[;:])[ \t]*(?:from[ \t]+(\w+)|import[ \t]+([^\n#;]+))", re.MULTILINE)
_NAME: Final = re.compile(rb"(?:^|,)[ \t]*(\w+)")


def importable(files: Mapping[str, bytes], chosen: str, text: bytes) -> Iterator[tuple[str, list[str]]]:
    """Yield each module beside or below the file `chosen`, whose code is `text`, with its name as seen from there.

    Where something is imported that is not there, as with `from src.steps import softmax` in src/attention.py, the
    program is run from further up: the modules that anything imports from there have a name as seen from there too.
    """
    folder = PurePosixPath(chosen).parent
    modules = [p for p in map(PurePosixPath, files) if p.suffix.lower() == ".py" and str(p) != chosen]
    imports = {module: _imported(files[str(module)]) for module in modules}
    beside = {module: str(module.relative_to(folder)) for module in modules if module.is_relative_to(folder)}
    own = {_top(name) for name in beside.values()}
    lacking = _imported(text).union(*(imports[module] for module in beside)) - own
    anything = lacking.union(*imports.values()) - own
    seen: dict[PurePosixPath, str] = {}
    for up in folder.parents:
        seen = {module: str(module.relative_to(up)) for module in modules if module.is_relative_to(up)}
        if any(_top(name) in lacking for name in seen.values()):
            break
    else:
        seen = {}
    seen = {module: name for module, name in seen.items() if _top(name) in anything}
    for module in modules:
        names = [by[module] for by in (beside, seen) if module in by]
        if names:
            yield str(module), names


def _imported(code: bytes) -> set[str]:
    """Return the first parts of the names that `code` imports, as far as its lines tell."""
    found: set[bytes] = set()
    for package, several in _IMPORT.findall(code):
        found.update([package] if package else _NAME.findall(several))
    return {name.decode("ascii") for name in found}


def _top(name: str) -> str:
    """Return the first part of the name by which a module is imported, from its path as it is seen from somewhere."""
    return PurePosixPath(PurePosixPath(name).parts[0]).stem
