"""Writes the reference of the JSON report from its models: `python docs/report.py > docs/report.md`."""

import inspect
import re
import types
from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from grader import report

#: From the whole to its parts.
MODELS: tuple[type[BaseModel], ...] = (
    report.Report, report.AssignmentInfo, report.SubmissionInfo, report.Check, report.Evidence, report.MatrixFigure,
    report.CurveFigure, report.Diagnosis, report.Lookalike, report.Example, report.Place, report.Notice,
    report.OutputText, report.SandboxInfo, report.Timings,
)  # fmt: skip
ENUMS: tuple[type[StrEnum], ...] = (report.Status, report.Cause)
_VALUE = re.compile(r'^    [A-Z_]+ = "(\w+)"(?:  # (.+))?$', re.MULTILINE)
HEAD = f"""\
# The report in JSON

This page is made from the models in `grader/report.py` by `docs/report.py`; do not edit it. Schema version
{report.SCHEMA_VERSION}: a new field is a new minor version, a changed or removed one a new major version.

`grade SUBMISSION --format json` prints a report, `grade batch` writes one for each entry into `reports/`, and
`grade schema` prints the JSON Schema. Numbers are finite or null. Hidden checks never show expected values.

| `status` | what it means | `score` |
|---|---|---|
| `graded` | the submission ran, or tried to | a number |
| `rejected` | this upload cannot be graded, another may be; `message` says why | null |
| `grader_error` | our fault, the assignment's or the machine's; `message` says which | null |
"""


def page() -> str:
    """Return the whole document."""
    return "\n".join([HEAD, *(_model(model) for model in MODELS), *(_enum(enum) for enum in ENUMS)])


def _model(model: type[BaseModel]) -> str:
    rows = [f"| `{name}` | {_words(field)} | {_default(field)} |" for name, field in model.model_fields.items()]
    return "\n".join(
        [
            f"## {model.__name__}",
            "",
            inspect.getdoc(model) or "",
            "",
            "| field | type | default |",
            "|---|---|---|",
            *rows,
            "",
        ]
    )


def _enum(enum: type[StrEnum]) -> str:
    said = dict(_VALUE.findall(inspect.getsource(enum)))
    rows = [f"| `{member}` | {said[member]} |" for member in enum]
    return "\n".join([f"## {enum.__name__}", "", inspect.getdoc(enum) or "", "", "| value | |", "|---|---|", *rows, ""])


def _words(field: FieldInfo) -> str:
    return " or ".join(dict.fromkeys(_type(field.annotation)))


def _type(of: object) -> Iterator[str]:
    """Say what a type is in JSON, in words; a model by its name."""
    origin, inner = get_origin(of), get_args(of)
    if of is None or of is type(None):
        yield "null"
    elif origin is Annotated:
        yield from _type(inner[0])
    elif origin in (Union, types.UnionType):
        for part in inner:
            yield from _type(part)
    elif origin is Literal:
        yield from (f'`"{value}"`' for value in inner)
    elif origin is tuple:
        yield f"list of {' or '.join(_type(inner[0]))}"
    elif origin is dict:
        yield f"object: text to {' or '.join(_type(inner[1]))}"
    elif issubclass(of, (BaseModel, StrEnum)):
        yield f"[{of.__name__}](#{of.__name__.lower()})"
    else:
        yield {str: "text", int: "whole number", float: "number", bool: "true or false"}[of]


def _default(field: FieldInfo) -> str:
    if field.default is PydanticUndefined:
        return "always given"
    value = field.default
    if isinstance(value, BaseModel):
        return "empty"
    return {(): "empty list", "": "empty", None: "null"}.get(value, f"`{value}`")


if __name__ == "__main__":
    print(page(), end="")
