"""From a reply on the wire to an answer with named values: in which order, of which shape, of which kind.

Values are told apart by their shapes, which all differ. A pair in the other order, or a value too many or too few,
is written down as a problem and read all the same, so that one mistake in the return statement costs one check.
"""

import itertools
from collections.abc import Mapping, Sequence

import numpy as np

from grader import wire
from grader.checks import sentence
from grader.checks.case import Answer, Case, Expected, Failure, Float
from grader.checks.lab import Array, Function
from grader.report import Cause

#: NumPy's dtypes by their names on the wire. bfloat16 has none, and comes as the upper halves of float32.
_DTYPES = {name: np.dtype(name).newbyteorder("<") for name in wire.DTYPES if name != "bfloat16"}
_NAMES = {dtype.newbyteorder("="): name for name, dtype in _DTYPES.items()}
#: Those that become float64 without losing a part.
_REAL = {"bfloat16", *(name for name, dtype in _DTYPES.items() if dtype.kind in "fiub")}


def array(block: wire.Block) -> Array:
    """Return a block's values as an array of the judge's own, which nobody writes to."""
    if block.dtype == "bfloat16":
        halves = np.frombuffer(block.data, "<u2").astype("<u4") << 16
        return halves.view("<f4").reshape(block.shape)
    return np.frombuffer(block.data, _DTYPES[block.dtype]).reshape(block.shape)


def block(values: Array) -> wire.Block:
    """Return an array as it crosses the wire."""
    return wire.Block(_NAMES[values.dtype], values.shape, values.tobytes())


def read(function: Function, case: Case, want: Mapping[str, Expected], reply: wire.Answer | Failure) -> Answer:
    """Read the reply to `case`."""
    if isinstance(reply, Failure):
        return Answer(case, want, failure=reply)
    if reply.packing is wire.Packing.NOTHING:
        does, should = ("returns nothing (None)", "return") if function.arguments else ("is None", "be")
        message = f"{function.signature} {does}; it should {should} {_asked(function)}."
        return Answer(case, want, failure=Failure(Cause.MISSING, message, bug="not-implemented"))
    problems: list[Failure] = []
    usable: dict[int, Float] = {}
    for position, value in enumerate(reply.values):
        problem = _unusable(function, position, value)
        if problem is None:
            assert isinstance(value, wire.Block)
            usable[position] = array(value).astype(np.float64)
        else:
            problems.append(problem)
    shapes = {name: want[name].value.shape for name in function.asked}
    mapping = function.form == "dict" and reply.packing is wire.Packing.MAPPING
    order = _by_key(function, usable) if mapping else _assign(shapes, {at: v.shape for at, v in usable.items()})
    if not problems:
        problems += _returned_otherwise(function, len(reply.values), order, mapping=mapping)
    dtypes = {name: value.dtype for name, at in order.items() if isinstance(value := reply.values[at], wire.Block)}
    after = {name: array(echo) for name, echo in zip(case.arguments, reply.echoed, strict=False)}
    return Answer(case, want, {name: usable[at] for name, at in order.items()}, dtypes, after, tuple(problems))


def _asked(function: Function) -> str:
    names = function.asked
    if function.form == "dict":
        return f"a dict with {sentence.listed(names)}"
    return f"the {names[0]}" if len(names) == 1 else f"({', '.join(names)})"


def _by_key(function: Function, usable: Mapping[int, Float]) -> dict[str, int]:
    """Return the positions of the values of a dict: the worker sends them in the order that is asked."""
    return {name: at for at, name in enumerate(function.asked) if at in usable}


def _unusable(function: Function, position: int, value: wire.Block | wire.Unusable) -> Failure | None:
    asked = function.asked
    name = f"the {asked[position]}" if position < len(asked) else f"value {position + 1}"
    bug = "returns-extra" if position >= len(asked) else ""
    if isinstance(value, wire.Unusable):
        kind, reason = value.type_name[:80], value.reason[:200]
        return Failure(Cause.DTYPE, f"{function.signature}: {name} is of type {kind}: {reason}.", bug)
    if value.dtype not in _REAL:
        message = f"{function.signature}: {name} holds {value.dtype} numbers; real ones are asked."
        return Failure(Cause.DTYPE, message, bug)
    return None


def _assign(wanted: Mapping[str, Sequence[int]], got: Mapping[int, Sequence[int]]) -> dict[str, int]:
    """Say which position holds which value: the order asked for if it fits, else the one that the shapes tell."""
    names, positions = list(wanted), list(got)
    asked = dict(zip(names, positions, strict=False)) if len(got) >= len(wanted) else {}
    if asked and all(tuple(got[at]) == tuple(wanted[name]) for name, at in asked.items()):
        return asked
    for candidate in itertools.permutations(positions[:8], min(len(names), len(positions))):
        for chosen in itertools.combinations(names, len(candidate)):
            if all(tuple(got[at]) == tuple(wanted[name]) for name, at in zip(chosen, candidate, strict=True)):
                return dict(zip(chosen, candidate, strict=True))
    return asked or dict(zip(names, positions, strict=False))


def _returned_otherwise(function: Function, count: int, order: Mapping[str, int], *, mapping: bool) -> list[Failure]:
    """Say what is other than asked in number, order and form of the returned values."""
    names = list(function.asked)
    came = sorted(order, key=lambda name: order[name])
    if count == len(names) and came == names:
        if mapping is (function.form == "dict"):
            return []
        message = f"{function.signature} should return {_asked(function)}; yours returns ({', '.join(came)})."
        return [Failure(Cause.SHAPE, message)]
    if not order:
        what, bug = "yours returns an empty sequence", ""
    elif count == len(names):
        what, bug = f"yours returns ({', '.join(came)}), in another order", "returns-swapped"
    elif count < len(names):
        missing = sentence.listed([name for name in names if name not in order])
        what = f"yours returns only the {sentence.listed(came)}, without the {missing}"
        bug = f"returns-{came[0]}-only"
    else:
        what, bug = f"yours returns {count} values", "returns-extra"
    return [Failure(Cause.SHAPE, f"{function.signature} should return {_asked(function)}; {what}.", bug=bug)]
