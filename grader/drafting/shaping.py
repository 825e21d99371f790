"""What a signature does not tell, found out by calling the reference: how many values it returns, of which shapes."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from grader.authored import run_authored
from grader.drafting.signature import Shape, Signature
from grader.errors import AssignmentError, UsageError
from grader.judge.rounding import values_of

#: Sizes that no sum or product of two of them can be mistaken for.
_SIZES: Final = (5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
_USUAL: Final[Shape] = ("n", "d")


class Shaped(NamedTuple):
    """A function whose arguments and values have names and shapes."""

    name: str
    arguments: dict[str, Shape]
    returns: dict[str, Shape]
    told: str

    @property
    def call(self) -> str:
        """The call as a student writes it."""
        return f"{self.name}({', '.join(self.arguments)})"


def shaped(path: Path, signatures: Sequence[Signature]) -> list[Shaped]:
    """Return the functions of the file at `path` with all shapes; raise `UsageError` where they do not fit."""
    module = run_authored(path)
    return [_shaped(path, getattr(module, signature.name), signature) for signature in signatures]


def _shaped(path: Path, reference: object, signature: Signature) -> Shaped:
    arguments = {name: _USUAL if shape is None else shape for name, shape in signature.arguments.items()}
    dimensions = list(dict.fromkeys(name for shape in arguments.values() for name in shape))
    if len(dimensions) > len(_SIZES):
        told = f"{signature.name} has {len(dimensions)} dimensions, and no more than {len(_SIZES)} can be told apart"
        raise UsageError(f"{path}: {told}: give those the same name that have the same size.")
    sizes = dict(zip(dimensions, _SIZES, strict=False))
    rng = np.random.default_rng(0)
    given = [rng.standard_normal([sizes[name] for name in shape]) for shape in arguments.values()]
    try:
        values = values_of(reference, given)  # type: ignore[arg-type]  # a function, as its text says
    except Exception as error:
        raise UsageError(_advice(path, signature, arguments, f"{type(error).__name__}: {error}")) from error
    names = _value_names(signature, len(values))
    by_size = {size: name for name, size in sizes.items()}
    unknown = [value.shape for value in values if any(size not in by_size for size in value.shape)]
    if unknown:
        raise UsageError(_advice(path, signature, arguments, f"it returns the shape {unknown[0]}"))
    if not all(np.isfinite(value).all() for value in values):
        raise AssignmentError(f"{path}: {signature.name} gives NaN or infinity on random arguments.")
    returns = {name: tuple(by_size[size] for size in v.shape) for name, v in zip(names, values, strict=True)}
    return Shaped(signature.name, arguments, returns, signature.told)


def _value_names(signature: Signature, count: int) -> list[str]:
    told = signature.returns if len(signature.returns) == count else ()
    names = [name or "result" for name in told] or ["result"] * count
    return [name if names.count(name) == 1 else f"{name}_{at}" for at, name in enumerate(names, start=1)]


def _advice(path: Path, signature: Signature, arguments: dict[str, Shape], what: str) -> str:
    tried = ", ".join(f"{name} ({', '.join(shape)})" for name, shape in arguments.items())
    example = next(iter(arguments))
    return (
        f"{path}: {signature.name} was called with {tried}: {what}. Say the shapes of its arguments, for example "
        f'{example}: Annotated[np.ndarray, "n d"], or "{example} (n, d)" in its docstring; '
        "each size of what it returns is to be one of theirs."
    )
