"""What a lab asks for, as data: functions with named arguments, named returned values and named dimensions."""

import math
from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, Literal

import numpy as np
from pydantic import AfterValidator, Field

from grader.checks.argument import REST, Argument, Array, Drawn, DType, Shape, Size, Sizes, Written, lengths, names_in
from grader.checks.tolerance import Rounding
from grader.report import Frozen

__all__ = ["Array", "DType", "FromClass", "Function", "Lab", "Reveal", "SizeRange", "Sizes", "Step", "Value"]
#: The steps of attention, in their order; what each takes and gives is in `grader.diagnosis.variant`.
Step = Literal["projections", "scores", "scale", "mask", "causal", "padding", "normalisation", "weighing", "mix"]


class Reveal(Frozen):
    """How to see a value that a submission does not return: `value`, called with `argument` = identity, equals it."""

    value: str
    argument: str


class Value(Frozen):
    """A value of a function: its name, the names of its dimensions, and how to see it if it is not returned.

    `returned` is false where the function is not asked to return it: it is seen in the other way only.
    """

    name: str
    shape: Shape
    revealed_by: Reveal | None = None
    returned: bool = True


class Mistake(Frozen):
    """A known-wrong way to do all that a function does: the bug it is, and `module:function` of what that gives.

    Or the value itself, for an answer that hangs on no argument.
    """

    bug: str
    gives: str | Written


class FromClass(Frozen):
    """A class that may be there in a function's place: an object is made, given its weights, and called.

    `constructor` are arguments of the function, and sizes, in their order. The arguments in `weights` are put into the
    attributes of those names. What is left is given to the first of `methods` that the object has.
    """

    name: str
    aliases: tuple[str, ...] = ()
    constructor: tuple[str | Size, ...] = ()
    weights: tuple[str, ...] = ()
    methods: tuple[str, ...] = Field(default=("forward", "__call__"), min_length=1)


def _of_module(reference: str) -> str:
    if not all(reference.partition(":")):
        raise ValueError(f'"{reference}" does not say which function: write "reference.py:function"')
    return reference


class Function(Frozen):
    """A function that the lab asks for. One without arguments may be a plain value under that name.

    `reference` is `module:function` of its right answer, or `file.py:function` of a file in the assignment's folder,
    and `rounding` of the bound on a right answer's rounding, which is estimated from the reference if there is none;
    both take the arguments in this order (None for one that is left out) and give the values in that order. `form` is
    how several values are returned. `leading` has the axes that "..." in a shape stands for, one list for each rank
    that is asked. `steps` are those of attention that the function takes, so that known mistakes in them can be named;
    none if it is something else. `mistakes` are known-wrong ways to do the whole of it. `said` are numbers that the
    question says and the submission is not given, each one of several by the seed, which hangs on the student then: the
    reference takes them first.
    A number as `rounding`, or the name of a tolerance, is how far an answer may be off.
    """

    name: str
    aliases: tuple[str, ...] = ()
    reference: Annotated[str, AfterValidator(_of_module)]
    rounding: Rounding = ""
    arguments: tuple[Argument, ...] = ()
    returns: tuple[Value, ...] = Field(min_length=1)
    form: Literal["values", "dict"] = "values"
    leading: tuple[tuple[str, ...], ...] = Field(default=((),), min_length=1)
    steps: tuple[Step, ...] = ()
    mistakes: tuple[Mistake, ...] = ()
    said: dict[str, tuple[Written, ...]] = Field(default_factory=dict)
    from_class: FromClass | None = None

    def draw(
        self,
        sizes: Sizes,
        rng: np.random.Generator,
        dtype: DType,
        *,
        leading: Sequence[str] | None = None,
        without: Collection[str] = (),
    ) -> dict[str, Array]:
        """Return arguments of these sizes, but for those of the names `without`; with the first leading axes."""
        axes = self.leading[0] if leading is None else leading
        drawn = {argument.name: argument.draw(sizes, rng, dtype, axes) for argument in self.arguments}
        return {name: value for name, value in drawn.items() if name not in without}

    def each(self, sizes: Sizes, rng: np.random.Generator, dtype: DType) -> dict[str, dict[str, Array]]:
        """Return arguments for each way to call it, by what is special about it: each rank, each argument left out."""
        drawn = {}
        for axes in self.leading:
            arguments = self.draw(sizes, rng, dtype, leading=axes)
            rank = max((value.ndim for value in arguments.values()), default=0)
            drawn[f", {rank}-D" if len(self.leading) > 1 else ""] = arguments
        for name in self.optional:
            drawn[f", without {name}"] = self.draw(sizes, rng, dtype, without=(name,))
        return drawn

    def shapes(self, arguments: Mapping[str, Array]) -> dict[str, tuple[int, ...]]:
        """Return the shape of each value, given the arguments."""
        sizes: dict[str, int] = {}
        rest: tuple[int, ...] = ()
        for argument in self.arguments:
            given = arguments.get(argument.name)
            if given is None:
                continue
            if isinstance(argument, Size):
                sizes[argument.of] = int(given)
            axes, shape = argument.shape, given.shape
            if REST in axes:
                at, more = axes.index(REST), len(shape) - len(axes) + 1
                rest = shape[at : at + more]
                axes, shape = (*axes[:at], *axes[at + 1 :]), (*shape[:at], *shape[at + more :])
            sizes.update({axis: size for axis, size in zip(axes, shape, strict=True) if isinstance(axis, str)})
        sizes.update(_factors(sizes))
        named = {f"axis {at}": size for at, size in enumerate(rest)}
        return {value.name: lengths(value.shape, {**sizes, **named}, tuple(named)) for value in self.returns}

    def argument(self, name: str) -> Argument:
        """Return the argument of this name."""
        return next(argument for argument in self.arguments if argument.name == name)

    def place_of(self, name: str) -> int:
        """Return the number of the argument of this name."""
        return [argument.name for argument in self.arguments].index(name)

    def axis_of(self, dimension: str) -> tuple[int, int] | None:
        """Return the number of an argument with an axis of this name, and which it is, the last one being 1."""
        for at, argument in enumerate(self.arguments):
            for axis, found in enumerate(reversed(argument.shape), start=1):
                if found == REST:
                    break
                if found == dimension:
                    return at, axis
        return None

    @property
    def arrays(self) -> tuple[Drawn, ...]:
        """The arguments that are arrays of drawn numbers."""
        return tuple(argument for argument in self.arguments if isinstance(argument, Drawn))

    @property
    def optional(self) -> tuple[str, ...]:
        """The names of the arguments that a call may leave out."""
        return tuple(argument.name for argument in self.arguments if argument.optional)

    @property
    def asked(self) -> tuple[str, ...]:
        """The names of the values that it is to return, in their order."""
        return tuple(value.name for value in self.returns if value.returned)

    @property
    def dimensions(self) -> list[str]:
        """The names of all dimensions of its arguments, each once."""
        sizes = (argument.of.split("*") for argument in self.arguments if isinstance(argument, Size))
        shapes = (names_in(argument.shape) for argument in self.arguments)
        return list(dict.fromkeys(name for names in (*shapes, *sizes, *self.leading) for name in names))

    @property
    def signature(self) -> str:
        """The call as the handout writes it: attention(Q, K, V); a value's name alone."""
        return (
            f"{self.name}({', '.join(argument.name for argument in self.arguments)})" if self.arguments else self.name
        )


def _factors(sizes: Sizes) -> dict[str, int]:
    """Return the dimensions that are known from a product, all other factors of which are known."""
    found = {}
    for axis, size in sizes.items():
        unknown = [name for name in axis.split("*") if name not in sizes]
        if len(unknown) == 1:
            found[unknown[0]] = size // math.prod(sizes[name] for name in axis.split("*") if name in sizes)
    return found


class SizeRange(Frozen):
    """From which sizes are drawn: all dimensions differ, so that no two can be mistaken for each other.

    `square` names dimensions that are equal in the square case, where a mistake runs instead of raising. A dimension
    of `choices` has one of the sizes given there, which lie outside the range.
    """

    smallest: int = Field(ge=2)
    largest: int = Field(le=64)
    square: tuple[tuple[str, ...], ...] = ()
    choices: dict[str, tuple[int, ...]] = Field(default_factory=dict)


class Lab(Frozen):
    """All functions of a lab, and the sizes to try them on."""

    functions: dict[str, Function]
    sizes: SizeRange

    @property
    def dimensions(self) -> list[str]:
        """The names of all dimensions of arguments, in the order of the manifest."""
        return list(dict.fromkeys(name for function in self.functions.values() for name in function.dimensions))

    @property
    def ranged(self) -> list[str]:
        """The names of the dimensions whose size is drawn from the range."""
        return [name for name in self.dimensions if name not in self.sizes.choices]

    def rectangular(self, rng: np.random.Generator) -> dict[str, int]:
        """Draw a size for each dimension, all different."""
        names = self.ranged
        drawn = rng.permutation(np.arange(self.sizes.smallest, self.sizes.largest + 1))[: len(names)]
        return dict(zip(names, map(int, drawn), strict=True)) | self._chosen(rng)

    def _chosen(self, rng: np.random.Generator) -> dict[str, int]:
        return {name: int(rng.choice(sizes)) for name, sizes in self.sizes.choices.items()}

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
        return dict.fromkeys(self.ranged, size) | self._chosen(rng)

    def squared(self, rng: np.random.Generator) -> dict[str, int]:
        """Draw sizes, all different but for those that the square case makes equal."""
        sizes = self.rectangular(rng)
        for first, *others in self.sizes.square:
            sizes.update(dict.fromkeys(others, sizes[first]))
        return sizes
