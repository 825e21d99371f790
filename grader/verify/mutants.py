"""All mutants of an assignment: of the atlas, of a function's arguments and values, and of the references' own text."""

import sys
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from grader.assignment import Assignment
from grader.judge.expect import resolve
from grader.verify.known import known
from grader.verify.mutant import Functions, Mutant, Right, numbered
from grader.verify.texts import texts
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
    return [*found, *_of_texts(right)]


def _of_texts(right: Mapping[str, Right]) -> Iterator[Mutant]:
    """Yield the mutants of the references' text, module by module: helpers are changed as well."""
    for module in dict.fromkeys(reference.__module__ for reference in right.values()):
        names = {name: f.__name__ for name, f in right.items() if f.__module__ == module}
        path = getattr(sys.modules[module], "__file__", None)
        if path is None or not path.endswith(".py"):
            continue
        found = list(texts(Path(path).read_text(encoding="utf-8")))
        ids = numbered([f"{text.function}: {text.before} becomes {text.after}" for text in found])
        for name, text in zip(ids, found, strict=True):
            yield Mutant(name, lambda names=names, text=text.text: _run(names, text))  # type: ignore[misc]


def _fail(error: Exception, *_: object) -> None:
    raise error


def _run(names: Mapping[str, str], text: str) -> Functions:
    space = {"__name__": "grader.mutant"}
    try:
        exec(compile(text, "mutant", "exec"), space)  # noqa: S102  # the author's reference, with one place changed
    except Exception as error:  # what is worked out when it is read does not bear the change
        return dict.fromkeys(names, partial(_fail, error))
    return {name: space[called] for name, called in names.items()}  # type: ignore[misc]  # functions, all of them
