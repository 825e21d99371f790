"""Arrays in and out of the libraries: wire blocks to tensors or arrays, and whatever was returned to wire blocks."""

import itertools
import math
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import torch

from grader import wire

#: What is one value although it can be iterated over.
_WHOLE = (torch.Tensor, np.ndarray, np.generic, str, bytes, dict, set)
_LARGEST = wire.MAX_FRAME // 4
#: NumPy's dtypes that cross as they are.
_NAMES = {np.dtype(name): name for name in wire.DTYPES if name != "bfloat16"}
#: Taken before a submission could replace them.
_DETACH, _NUMPY = torch.Tensor.detach, torch.Tensor.numpy


def argument(block: wire.Block, *, arrays: bool) -> Any:  # noqa: ANN401  # ndarray, tensor or number
    """Return a fresh, writable array or tensor with the block's values; a number of Python's if it has no axes."""
    array = np.frombuffer(block.data, dtype=block.dtype).reshape(block.shape).copy()
    if not block.shape:
        return array.item()
    return array if arrays else torch.from_numpy(array)


def _from_tensor(tensor: torch.Tensor) -> wire.Block | wire.Unusable:
    if tensor.layout is not torch.strided or tensor.is_quantized:
        kind = str(tensor.dtype).removeprefix("torch.")
        return wire.Unusable("Tensor", f"it is stored as {str(tensor.layout).removeprefix('torch.')} {kind}")
    if tensor.dtype is torch.bfloat16:
        halves = _DETACH(tensor).cpu().contiguous().view(torch.int16)
        return wire.Block("bfloat16", tuple(halves.shape), halves.numpy().tobytes())
    return _from_array(_NUMPY(tensor, force=True))  # detached, on the processor, conjugated and negated


def _nearest(dtype: Any) -> str:  # noqa: ANN401  # a NumPy dtype that does not cross as it is
    """Name the dtype in which values of `dtype` cross; the name of `dtype` itself if in none."""
    if dtype.kind == "f" and dtype.itemsize > 8:
        return "float64"
    name = str(dtype.name)
    return "int64" if dtype.kind in "iu" and name not in wire.ITEM_SIZE else name


def _from_array(array: Any) -> wire.Block | wire.Unusable:  # noqa: ANN401  # anything NumPy can read
    plain = np.asarray(array)
    name = _NAMES.get(plain.dtype) or _nearest(plain.dtype)
    size = wire.ITEM_SIZE.get(name, 1) * math.prod([length or 1 for length in plain.shape])
    if plain.ndim > wire.MAX_RANK or size > _LARGEST:
        return wire.Unusable(type(array).__name__, f"an array of shape {plain.shape} is too large to be an answer")
    if name not in wire.ITEM_SIZE:
        return wire.Unusable(type(array).__name__, f"its elements are {name}, not numbers")
    if plain.dtype not in _NAMES:
        plain = plain.astype(name)
    return wire.Block(name, plain.shape, plain.tobytes())


def _plain(value: Any) -> Any:  # noqa: ANN401
    """Take a nested list apart down to numbers, so that NumPy can stack tensors and arrays inside it."""
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value.detach().cpu().numpy() if isinstance(value, torch.Tensor) else value


def _one(value: Any) -> wire.Block | wire.Unusable:  # noqa: ANN401
    if isinstance(value, torch.Tensor):
        try:
            if type(value) is not torch.Tensor:
                return _from_tensor(value)
            with torch._C.DisableTorchFunction():  # no function of the submission stands behind a plain tensor
                return _from_tensor(value)
        except (RuntimeError, NotImplementedError) as error:  # meta tensors, nested ones, what torch adds next
            return wire.Unusable("Tensor", f"its numbers cannot be read: {str(error)[:100]}")
    if isinstance(value, (np.ndarray, np.generic, bool, int, float, complex)):
        return _from_array(value)
    if isinstance(value, (list, tuple)):
        try:
            return _from_array(np.asarray(_plain(value)))
        except ValueError:
            return wire.Unusable(type(value).__name__, "its rows differ in length or are not numbers")
    return wire.Unusable(type(value).__name__, "it is neither a tensor nor an array")


def _depth(value: Any) -> int:  # noqa: ANN401
    """How many axes a nested list would have as an array, counted along its first elements."""
    if isinstance(value, (list, tuple)):
        return 1 + (_depth(value[0]) if value else 0)
    return int(getattr(value, "ndim", 0))


def returned(result: Any, echoed: tuple[Any, ...] = (), keys: tuple[str, ...] = ()) -> wire.Answer:  # noqa: ANN401
    """Say what a function returned: one value, or several in a tuple or a list, or in a dict that has these `keys`.

    A list or tuple of rows is one matrix; one of matrices, and whatever else can be unpacked, is several values.
    """
    after = tuple(block for block in map(_one, echoed) if isinstance(block, wire.Block))
    if keys and isinstance(result, Mapping):
        others = [value for key, value in result.items() if key not in keys]
        missing = wire.Unusable("nothing", "the dict has no such key")
        values = [_one(result[key]) if key in result else missing for key in keys]
        return wire.Answer(wire.Packing.MAPPING, (*values, *map(_one, others[: wire.MAX_ITEMS - len(keys)])), after)
    if result is None:
        return wire.Answer(wire.Packing.NOTHING, (), after)
    if hasattr(result, "_fields") or hasattr(result, "n_sequence_fields"):  # torch's own named tuples have the latter
        packing = wire.Packing.NAMED_TUPLE
    elif isinstance(result, (list, tuple)) and (_depth(result) > 2 or not result):
        packing = wire.Packing.LIST if isinstance(result, list) else wire.Packing.TUPLE
    elif isinstance(result, (list, tuple, *_WHOLE)) or not isinstance(result, Iterable):
        return wire.Answer(wire.Packing.SINGLE, (_one(result),), after)
    else:
        packing = wire.Packing.TUPLE
    return wire.Answer(packing, tuple(map(_one, itertools.islice(result, wire.MAX_ITEMS))), after)
