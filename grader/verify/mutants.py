"""All mutants of an assignment: of the atlas, of a function's arguments and values, and of the references' own text."""

import sys
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from types import ModuleType

from grader.assignment import Assignment
from grader.checks.lab import Function
from grader.errors import AssignmentError
from grader.judge.expect import module_of, resolve
from grader.verify.known import known
from grader.verify.mutant import Mutant, Right, numbered
from grader.verify.texts import read_from, read_or_fail, texts
from grader.verify.wrapped import wrapped


def references(assignment: Assignment) -> dict[str, Right]:
    """Return the reference of each function of the lab."""
    return {f.name: resolve(f, f.reference, assignment.folder) for f in assignment.manifest.function}


def mutants(assignment: Assignment) -> list[Mutant]:
    """Return the mutants, each with an id of its own; the same ones whenever the assignment is the same."""
    right = references(assignment)
    found = [
        mutant
        for f in assignment.manifest.function
        for mutant in (*known(f, assignment.folder), *wrapped(f, right[f.name]))
    ]
    return [*found, *_of_texts(assignment, right)]


def _of_texts(assignment: Assignment, right: Mapping[str, Right]) -> Iterator[Mutant]:
    """Yield the mutants of the references' text, module by module: helpers are changed as well."""
    modules: dict[ModuleType, dict[str, str]] = {}
    for function in assignment.manifest.function:
        module, called = _home(function, right[function.name], assignment.folder)
        modules.setdefault(module, {})[function.name] = called
    for module, names in modules.items():
        path = Path(getattr(module, "__file__", None) or "")
        if path.suffix != ".py":
            continue
        found = list(texts(_runs(path, names, module.__package__)))
        ids = numbered([f"{text.function}: {text.before} becomes {text.after}" for text in found])
        for name, text in zip(ids, found, strict=True):
            yield Mutant(name, partial(read_or_fail, text.text, path, names, module.__package__))


def _home(function: Function, reference: Right, folder: Path) -> tuple[ModuleType, str]:
    """Return the module in whose text a reference stands, and its name there: where it says so, if it is there."""
    module = sys.modules.get(getattr(reference, "__module__", ""))
    called = getattr(reference, "__name__", "")
    if module and getattr(module, called, None) is reference:
        return module, called
    return module_of(function.reference, folder), function.reference.partition(":")[2]


def _runs(path: Path, names: Mapping[str, str], package: str | None) -> bytes:
    """Return a text that gives the functions by itself; of one that does not, each change would look like a mistake."""
    text = path.read_bytes()
    try:
        read_from(text, path, names, package)
    except Exception as error:
        told = f"{path} cannot be run by itself ({type(error).__name__}: {error})"
        raise AssignmentError(f"{told}: mistakes in its text cannot be tried.") from error
    return text
