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
    beside = [module for module in modules if module.is_relative_to(folder)]
    lacking = _imported(text).union(*(imports[module] for module in beside)) - {
        _top(module, folder) for module in beside
    }
    anything = lacking.union(*imports.values())
    root = next(
        (up for up in folder.parents if any(m.is_relative_to(up) and _top(m, up) in lacking for m in modules)), None
    )
    for module in modules:
        names = [str(module.relative_to(folder))] if module.is_relative_to(folder) else []
        if root is not None and module.is_relative_to(root) and _top(module, root) in anything:
            names.append(str(module.relative_to(root)))
        if names:
            yield str(module), names


def _imported(code: bytes) -> set[str]:
    """Return the first parts of the names that `code` imports, as far as its lines tell."""
    found: set[bytes] = set()
    for package, several in _IMPORT.findall(code):
        found.update([package] if package else _NAME.findall(several))
    return {name.decode("ascii") for name in found}


def _top(module: PurePosixPath, folder: PurePosixPath) -> str:
    """Return the first part of a module's name as it is imported from `folder`."""
    return PurePosixPath(module.relative_to(folder).parts[0]).stem
