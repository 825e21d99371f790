"""How far an answer may be off: a number, or in a manifest the name that `[tolerances]` gives one."""

from typing import Annotated, Final

from pydantic import BeforeValidator, Field, ValidationInfo

from grader.checks import sentence

#: Under this name a manifest, and the context in which it is read, have the named tolerances.
NAMED: Final = "tolerances"


def _by_name(value: object, info: ValidationInfo) -> object:
    """Return the number behind a name. What has a colon is no name: it says where a function is."""
    if not isinstance(value, str) or not value or ":" in value:
        return value
    known = (info.context or {}).get(NAMED) or {}
    if value not in known:
        raise ValueError(f'[tolerances] has no "{value}"{sentence.nearest(value, known)}')
    return known[value]


Positive = Annotated[float, Field(gt=0)]
#: A tolerance of a check.
Tolerance = Annotated[Positive, BeforeValidator(_by_name, json_schema_input_type=Positive | str)]
#: A tolerance, or `module:function` of what works one out; "" for neither.
Rounding = Annotated[str | Positive, BeforeValidator(_by_name, json_schema_input_type=Positive | str)]
