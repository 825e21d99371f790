"""Python that an author puts into the folder of an assignment: `reference.py`, `checks.py`. Trusted, judge side only.

A file is run as it lies there, under a name of its own, so that two assignments may each have one. It may import what
is installed; nothing beside it. No worker has it: neither the file nor its folder is shown where student code runs.
"""

import hashlib
import sys
from pathlib import Path
from types import ModuleType

from grader.errors import AssignmentError


def run_authored(path: Path) -> ModuleType:
    """Run the file once, until it changes, and return it as a module; raise `AssignmentError` if it cannot be run."""
    try:
        text = path.read_bytes()
    except OSError as error:
        raise AssignmentError(f"{path} cannot be read: {error.strerror}.") from error
    name = f"{__name__}.{path.stem}_{hashlib.sha256(bytes(path.resolve()) + text).hexdigest()[:16]}"
    if name in sys.modules:
        return sys.modules[name]
    try:
        return run_text(text, path, name)
    except Exception as error:
        raise AssignmentError(f"{path} cannot be run: {type(error).__name__}: {error}.") from error


def run_text(text: str | bytes, path: Path, name: str, package: str | None = None) -> ModuleType:
    """Run a text as if it were what lies at `path`, as the module `name`; it raises whatever the text raises."""
    module = sys.modules[name] = ModuleType(name)  # dataclasses look themselves up there
    module.__file__, module.__package__ = str(path), package
    try:
        exec(compile(text, path, "exec"), module.__dict__)  # noqa: S102  # the author's, as trusted as the manifest
    except BaseException:
        del sys.modules[name]
        raise
    return module
