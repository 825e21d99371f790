"""What a function is given, as data: arrays that are drawn, masks, sizes and fixed numbers.

Numbers cross the wire as arrays without axes, and a submission gets them as Python's own `int`, `float` or `bool`.
"""

import itertools
import math
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import AfterValidator, AllowInfNan, Discriminator, Field, Tag
from typing_extensions import TypeAliasType

from grader.report import Frozen

Array = NDArray[Any]
Sizes = Mapping[str, int]
DType = Literal["float32", "float64"]


def _even(value: "Written") -> "Written":
    try:
        np.shape(value)
    except ValueError as error:
        raise ValueError("its rows are of several lengths") from error
    return value


_Rows = TypeAliasType("_Rows", "bool | int | Annotated[float, AllowInfNan()] | tuple[_Rows, ...]")
#: A value as TOML holds it: a number, a truth value, or rows of them, as long as each other.
Written = Annotated[_Rows, AfterValidator(_even)]
#: What is added to a hidden score is no higher: beside scores of ±10,000 a key must be hidden all the same.
_LOW = -1e6
#: In a shape: the leading axes that a case asks for.
REST = "..."
#: An axis: a number, the name of a dimension, a product of names ("h*d_h"), or "..." for leading axes.
Axis = Annotated[str, Field(pattern=r"^(\.\.\.|[A-Za-z_]\w*(\*[A-Za-z_]\w*)*)$")] | Annotated[int, Field(ge=1)]
Shape = tuple[Axis, ...]


def names_in(shape: Shape) -> list[str]:
    """Return the names of the dimensions in a shape."""
    return [name for axis in shape if isinstance(axis, str) and axis != REST for name in axis.split("*")]


def lengths(shape: Shape, sizes: Sizes, leading: Sequence[str] = ()) -> tuple[int, ...]:
    """Return a shape in numbers, with the dimensions of `leading` in the place of "..."."""
    axes = itertools.chain.from_iterable(leading if axis == REST else (axis,) for axis in shape)
    return tuple(axis if isinstance(axis, int) else length(axis, sizes) for axis in axes)


def length(axis: str, sizes: Sizes) -> int:
    """Return the size of a dimension or of a product of some."""
    return sizes[axis] if axis in sizes else math.prod(sizes[name] for name in axis.split("*"))


class _Named(Frozen):
    """What every argument has: its name, other names it goes by, and whether a call may leave it out."""

    name: str
    aliases: tuple[str, ...] = ()
    optional: bool = False


class Drawn(_Named):
    """An array of normally distributed numbers: the names of its dimensions, and how widely it is drawn."""

    kind: Literal["array"] = "array"
    shape: Shape
    spread: float = Field(gt=0, description="standard deviation of its random entries")

    def draw(self, sizes: Sizes, rng: np.random.Generator, dtype: DType, leading: Sequence[str] = ()) -> Array:
        """Return an array of these sizes."""
        return np.asarray(self.spread * rng.standard_normal(lengths(self.shape, sizes, leading)), dtype=dtype)

    def small(self, sizes: Sizes, rng: np.random.Generator, most: int, leading: Sequence[str] = ()) -> Array:
        """Return small whole numbers, from 0 to below `most`, to be worked through by hand."""
        return rng.integers(0, most, lengths(self.shape, sizes, leading)).astype(np.float64)

    def written(self, value: Written) -> Array:
        """Return a value that is written out in a manifest."""
        return np.array(value, dtype=np.float64)


class Mask(_Named):
    """A mask over queries (the last axis but one, if there is one) and keys (the last axis).

    `means` says what True is, or that the mask is `added` to the scores: 0 where a key may be attended to, and `low`
    where it is hidden. `pattern`: each key is hidden at random (`scattered`), those at the end (`padding`), or
    those after a query's own place (`causal`). `rate` is the share of keys that is hidden. `full_rows`: whether a row
    may hide all keys; where it may not, one row leaves exactly one. Scattered, each row hides a key, and one no more
    than that.
    """

    kind: Literal["mask"]
    shape: Shape
    means: Literal["may_attend", "hidden", "added"]
    low: float = Field(default=-math.inf, le=_LOW, allow_inf_nan=True)
    pattern: Literal["scattered", "padding", "causal"] = "scattered"
    rate: float = Field(default=0.3, gt=0, lt=1)
    full_rows: Literal["never", "one"] = "never"

    def draw(self, sizes: Sizes, rng: np.random.Generator, dtype: DType, leading: Sequence[str] = ()) -> Array:
        """Return a mask of these sizes; one that is added has the `dtype` of the arrays beside it."""
        shape = lengths(self.shape, sizes, leading)
        return self.told(self._hidden(shape, rng), dtype)

    def small(self, sizes: Sizes, rng: np.random.Generator, most: int, leading: Sequence[str] = ()) -> Array:
        """Return a mask for an example to be worked through by hand."""
        return self.draw(sizes, rng, "float64", leading)

    def written(self, value: Written) -> Array:
        """Return a mask that is written out in a manifest."""
        return np.array(value, dtype=np.float64 if self.means == "added" else np.bool_)

    def hides(self, mask: Array) -> NDArray[np.bool_]:
        """Return where a mask hides a key, whatever is written in it."""
        if self.means == "added":
            return np.asarray(mask < _LOW / 2)
        return np.asarray(mask if self.means == "hidden" else ~mask)

    def told(self, hidden: NDArray[np.bool_], dtype: np.typing.DTypeLike = np.float64) -> Array:
        """Return the mask that hides these keys; one that is added in this precision."""
        if self.means == "added":
            return np.where(hidden, self.low, 0.0).astype(dtype)
        return hidden if self.means == "hidden" else ~hidden

    def _hidden(self, shape: tuple[int, ...], rng: np.random.Generator) -> NDArray[np.bool_]:
        keys = shape[-1]
        if self.pattern == "causal":
            return np.broadcast_to(~np.tri(*shape[-2:], dtype=np.bool_), shape).copy()
        rows = math.prod(shape[:-1])
        if self.pattern == "padding":
            seen = np.clip(keys - rng.binomial(keys, self.rate, rows), 1, keys)
            seen[0] = 1
            hidden = np.arange(keys) >= seen[:, None]
        else:
            hidden, each = rng.random((rows, keys)) < self.rate, np.arange(rows)
            seen_one = rng.integers(0, keys, rows)
            hidden[each, seen_one] = False
            if keys > 1:
                hidden[each, (seen_one + 1) % keys] |= ~hidden.any(axis=-1)
                hidden[0] = np.arange(keys) != seen_one[0]
                hidden[1:2] = np.arange(keys) == rng.integers(0, keys - 1)
        hidden = hidden[rng.permutation(rows)]
        if self.full_rows == "one":
            hidden[0] = True
        return np.asarray(hidden.reshape(shape))


class Size(_Named):
    """The size of a dimension, as an integer: the number of heads, say."""

    kind: Literal["size"]
    of: Annotated[str, Field(pattern=r"^[A-Za-z_]\w*(\*[A-Za-z_]\w*)*$")]

    @property
    def shape(self) -> Shape:
        """No axes."""
        return ()

    def draw(self, sizes: Sizes, rng: np.random.Generator, dtype: DType, leading: Sequence[str] = ()) -> Array:
        """Return the size."""
        return np.array(length(self.of, sizes), dtype=np.int64)

    def small(self, sizes: Sizes, rng: np.random.Generator, most: int, leading: Sequence[str] = ()) -> Array:
        """Return the size."""
        return self.draw(sizes, rng, "float64")

    def written(self, value: Written) -> Array:
        """Return a size that is written out in a manifest."""
        return np.array(value, dtype=np.int64)


class Fixed(_Named):
    """A number that is the same in every call: a small constant, a rate, a flag."""

    kind: Literal["fixed"]
    value: bool | int | float

    @property
    def shape(self) -> Shape:
        """No axes."""
        return ()

    def draw(self, sizes: Sizes, rng: np.random.Generator, dtype: DType, leading: Sequence[str] = ()) -> Array:
        """Return the number."""
        return self.written(self.value)

    def small(self, sizes: Sizes, rng: np.random.Generator, most: int, leading: Sequence[str] = ()) -> Array:
        """Return the number."""
        return self.written(self.value)

    def written(self, value: Written) -> Array:
        """Return a number that is written out in a manifest, in the type that it is written in."""
        return np.array(value)


def _kind(argument: Any) -> Any:  # noqa: ANN401  # what TOML holds, or an argument
    return argument.get("kind", "array") if isinstance(argument, dict) else getattr(argument, "kind", None)


Argument = Annotated[
    Annotated[Drawn, Tag("array")] | Annotated[Mask, Tag("mask")] | Annotated[Size, Tag("size")]
    | Annotated[Fixed, Tag("fixed")],
    Discriminator(_kind),
]  # fmt: skip
