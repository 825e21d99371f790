"""What a lab asks for, as data: functions with named arguments, named returned values and named dimensions."""

import itertools
from collections.abc import Mapping
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from grader.report import Frozen

Array = NDArray[Any]
Sizes = Mapping[str, int]
DType = Literal["float32", "float64"]
#: The steps of attention, in their order; what each takes and gives is in `grader.diagnosis.variant`.
Step = Literal["projections", "scores", "scale", "mask", "normalisation", "weighing", "mix"]


class Argument(Frozen):
    """An argument: its name and other names it goes by, the names of its dimensions, how widely it is drawn."""

    name: str
    aliases: tuple[str, ...] = ()
    shape: tuple[str, ...]
    spread: float = Field(gt=0, description="standard deviation of its random entries")


class Reveal(Frozen):
    """How to see a value that a submission does not return: `value`, called with `argument` = identity, equals it."""

    value: str
    argument: str


class Value(Frozen):
    """A returned value: its name, the names of its dimensions, and how to see it if it is not returned."""

    name: str
    shape: tuple[str, ...]
    revealed_by: Reveal | None = None


class Function(Frozen):
    """A function that the lab asks for.

    `reference` is `module:function` of its right answer, or `file.py:function` of a file in the assignment's folder,
    and `rounding` of the bound on a right answer's rounding, which is estimated from the reference if there is none;
    both take the arguments in this order and give the returned values in that order. `steps` are those of attention
    that the function takes, so that known mistakes in them can be named; none if it is something else.
    """

    name: str
    aliases: tuple[str, ...] = ()
    reference: str
    rounding: str = ""
    arguments: tuple[Argument, ...] = Field(min_length=1)
    returns: tuple[Value, ...] = Field(min_length=1)
    steps: tuple[Step, ...] = ()

    def draw(self, sizes: Sizes, rng: np.random.Generator, dtype: DType) -> dict[str, Array]:
        """Return normally distributed arguments of these sizes."""
        return {
            argument.name: np.asarray(
                argument.spread * rng.standard_normal([sizes[dim] for dim in argument.shape]), dtype=dtype
            )
            for argument in self.arguments
        }

    def shapes(self, arguments: Mapping[str, Array]) -> dict[str, tuple[int, ...]]:
        """Return the shape of each returned value, given the arguments."""
        sizes: dict[str, int] = {}
        for argument in self.arguments:
            sizes.update(zip(argument.shape, arguments[argument.name].shape, strict=True))
        return {value.name: tuple(sizes[dim] for dim in value.shape) for value in self.returns}

    @property
    def signature(self) -> str:
        """The call as the handout writes it: attention(Q, K, V)."""
        return f"{self.name}({', '.join(argument.name for argument in self.arguments)})"


class SizeRange(Frozen):
    """From which sizes are drawn: all dimensions differ, so that no two can be mistaken for each other.

    `square` names dimensions that are equal in the square case, where a mistake runs instead of raising.
    """

    smallest: int = Field(ge=2)
    largest: int = Field(le=64)
    square: tuple[tuple[str, ...], ...] = ()


class Lab(Frozen):
    """All functions of a lab, and the sizes to try them on."""

    functions: dict[str, Function]
    sizes: SizeRange

    @property
    def dimensions(self) -> list[str]:
        """The names of all dimensions of arguments, in the order of the manifest."""
        named = (argument.shape for function in self.functions.values() for argument in function.arguments)
        return list(dict.fromkeys(itertools.chain.from_iterable(named)))

    def rectangular(self, rng: np.random.Generator) -> dict[str, int]:
        """Draw a size for each dimension, all different."""
        names = self.dimensions
        drawn = rng.permutation(np.arange(self.sizes.smallest, self.sizes.largest + 1))[: len(names)]
        return dict(zip(names, map(int, drawn), strict=True))

    def ordered(self, rng: np.random.Generator, *, falling: bool) -> dict[str, int]:
        """Draw sizes, all different, in which those that the square case makes equal fall or rise in their order."""
        sizes = self.rectangular(rng)
        for group in self.sizes.square:
            in_order = sorted((sizes[name] for name in group), reverse=falling)
            sizes.update(zip(group, in_order, strict=True))
        return sizes

    def equal(self, rng: np.random.Generator) -> dict[str, int]:
        """Draw one size for all dimensions: a mistake that looks at shapes to tell arguments apart is lost there."""
        size = int(rng.integers(self.sizes.smallest, self.sizes.largest + 1))
        return dict.fromkeys(self.dimensions, size)

    def squared(self, rng: np.random.Generator) -> dict[str, int]:
        """Draw sizes, all different but for those that the square case makes equal."""
        sizes = self.rectangular(rng)
        for first, *others in self.sizes.square:
            sizes.update(dict.fromkeys(others, sizes[first]))
        return sizes
