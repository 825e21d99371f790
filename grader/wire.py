"""What the judge and the worker say to each other: the only file that both sides share.

One talk, lock-step, over two pipes. Each frame is a header and a payload; all integers are little-endian.

    header   magic "GRD1" | kind u8 | number u32 | length u32        13 bytes
    judge →  LOAD  number 0      the submission's files, the functions to find, the limits to set
             CALL  number 1, 2…  one function, its named arguments, and whether to send them back afterwards
    worker → READY   number 0    libraries are imported, no byte of the submission has arrived
             LOADED  number 0    which functions were found and which libraries the files import
             ANSWER  number n    what call n returned: how it was packed, and each value
             FAILED  number n    what was raised, as text

A value is dtype, shape and raw bytes, or a note on why it is none. There is no word for "pass", no expected value,
no score and no text that anybody evaluates. Every length is checked against a limit before memory is taken for it,
and a payload must be used up to its last byte; anything else is a `WireError`. The worker is never believed, only
decoded: a forged frame is one more answer.
"""

import math
import struct
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, Self

MAGIC: Final = b"GRD1"
HEADER: Final = struct.Struct("<4sBII")
#: Packets between the judge and a fork server: a letter, the number of a life, and a status or process id.
NUMBER: Final = struct.Struct("<cI")
STATUS: Final = struct.Struct("<cIi")
#: Names of our packages: where they are installed beside others, they are not for a submission to read or import.
OURS: Final = ("grader", "reference", "assignments")
MAX_FRAME: Final = 64 * 1024 * 1024
MAX_TEXT: Final = 16 * 1024
MAX_RANK: Final = 8
MAX_ITEMS: Final = 64
#: Bytes of one element, for each dtype that may cross. bfloat16 has no NumPy name; the judge widens it.
ITEM_SIZE: Final = {
    "bool": 1, "int8": 1, "uint8": 1, "int16": 2, "int32": 4, "int64": 8,
    "float16": 2, "bfloat16": 2, "float32": 4, "float64": 8, "complex64": 8, "complex128": 16,
}  # fmt: skip
DTYPES: Final = tuple(ITEM_SIZE)


class WireError(Exception):
    """These bytes are not a frame of this protocol."""


class Kind(IntEnum):
    """What a frame says."""

    LOAD = 1
    CALL = 2
    READY = 11
    LOADED = 12
    ANSWER = 13
    FAILED = 14


FROM_JUDGE: Final = frozenset({Kind.LOAD, Kind.CALL})
FROM_WORKER: Final = frozenset({Kind.READY, Kind.LOADED, Kind.ANSWER, Kind.FAILED})


class Packing(IntEnum):
    """How a function handed its values back."""

    SINGLE = 0
    TUPLE = 1
    LIST = 2
    NAMED_TUPLE = 3
    NOTHING = 4
    MAPPING = 5  # sent only where the judge named the keys


class Fault(IntEnum):
    """What kind of exception ended a call, as the worker tells it. It explains; it never earns a point."""

    EXCEPTION = 0
    EXIT = 1
    MEMORY = 2
    POLICY = 3
    PROCESSES = 4


@dataclass(frozen=True)
class Block:
    """An array on the wire: dtype name, shape, C-order bytes."""

    dtype: str
    shape: tuple[int, ...]
    data: bytes


@dataclass(frozen=True)
class Unusable:
    """A value that is no array: the name of its type, and why it cannot be sent."""

    type_name: str
    reason: str


_LAYOUTS: Final = {layout: struct.Struct(layout) for layout in ("<B", "<I", "<Q")}
_LENGTH: Final = _LAYOUTS["<I"]
_HEAD_OF_BLOCK: Final = struct.Struct("<BB")
_LENGTHS: Final = [struct.Struct(f"<{rank}Q") for rank in range(MAX_RANK + 1)]
_DTYPE_NUMBER: Final = {name: number for number, name in enumerate(DTYPES)}


class _Writer:
    """Appends fields to a payload."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []

    def number(self, value: int, layout: str = "<I") -> None:
        self.parts.append(_LAYOUTS[layout].pack(value))

    def raw(self, value: bytes) -> None:
        self.parts += (_LENGTH.pack(len(value)), value)

    def text(self, value: str) -> None:
        whole = value.encode("utf-8", "replace")
        if len(whole) > MAX_TEXT:
            whole = whole[:MAX_TEXT].decode("utf-8", "ignore").encode()
        self.parts += (_LENGTH.pack(len(whole)), whole)

    def texts(self, values: tuple[str, ...]) -> None:
        if len(values) > MAX_ITEMS:
            raise WireError(f"{len(values)} texts where at most {MAX_ITEMS} are allowed")
        self.number(len(values))
        for value in values:
            self.text(value)

    def block(self, block: Block) -> None:
        rank = len(block.shape)
        self.parts += (
            _HEAD_OF_BLOCK.pack(_DTYPE_NUMBER[block.dtype], rank), _LENGTHS[rank].pack(*block.shape), block.data,
        )  # fmt: skip


class _Reader:
    """Takes fields off a payload, which begins at `start` of `data`; raises `WireError` where it does not hold them."""

    def __init__(self, data: bytes, start: int) -> None:
        self._data, self._at = data, start

    def take(self, size: int) -> bytes:
        start = self._at
        taken = self._data[start : start + size]
        if len(taken) < size:
            raise WireError(f"{size} bytes announced, {len(taken)} left")
        self._at = start + size
        return taken

    def _unpack(self, form: struct.Struct) -> tuple[int, ...]:
        start = self._at
        if len(self._data) < start + form.size:
            raise WireError(f"{form.size} bytes announced, {len(self._data) - start} left")
        self._at = start + form.size
        return form.unpack_from(self._data, start)

    def number(self, layout: str = "<I", *, most: int | None = None) -> int:
        (value,) = self._unpack(_LAYOUTS[layout])
        if most is not None and value > most:
            raise WireError(f"{value} where at most {most} is allowed")
        return value

    def flag(self) -> bool:
        return bool(self.number("<B", most=1))

    def raw(self) -> bytes:
        return self.take(self.number())

    def text(self) -> str:
        return self.take(self.number(most=MAX_TEXT)).decode("utf-8", "replace")

    def texts(self) -> tuple[str, ...]:
        return tuple(self.text() for _ in self.count())

    def count(self) -> range:
        return range(self.number(most=MAX_ITEMS))

    def block(self) -> Block:
        kind, rank = self._unpack(_HEAD_OF_BLOCK)
        if kind >= len(DTYPES) or rank > MAX_RANK:
            raise WireError(f"dtype {kind} and rank {rank} where at most {len(DTYPES) - 1} and {MAX_RANK} are allowed")
        shape = self._unpack(_LENGTHS[rank])
        if math.prod([length or 1 for length in shape]) > MAX_FRAME:
            raise WireError(f"an array of shape {shape} is too large")
        dtype = DTYPES[kind]
        return Block(dtype, shape, self.take(math.prod(shape) * ITEM_SIZE[dtype]))

    def finish(self) -> None:
        left = len(self._data) - self._at
        if left:
            raise WireError(f"{left} bytes too many")


@dataclass(frozen=True)
class Parameter:
    """A parameter of a constructor: its names, best first, and the number of the lab's argument that it gets.

    With an `axis`, counted from the last one, which is 1, it gets the length of that axis.
    """

    names: tuple[str, ...]
    argument: int
    axis: int = 0


@dataclass(frozen=True)
class Made:
    """A class that may stand in a function's place: its names, best first; without any there is none.

    An object is made with the parameters of `constructor`, the arguments numbered in `weights` are put into its
    attributes, and the first of `methods` that it has is called with those that are left.
    """

    names: tuple[str, ...] = ()
    constructor: tuple[Parameter, ...] = ()
    weights: tuple[int, ...] = ()
    methods: tuple[str, ...] = ()

    def write(self, out: _Writer) -> None:
        """Append the fields to `out`."""
        out.texts(self.names)
        out.number(len(self.constructor))
        for parameter in self.constructor:
            out.texts(parameter.names)
            out.number(parameter.argument)
            out.number(parameter.axis)
        out.number(len(self.weights))
        for argument in self.weights:
            out.number(argument)
        out.texts(self.methods)

    @classmethod
    def read(cls, data: _Reader) -> Self:
        """Take the fields off `data`."""
        return cls(
            names=data.texts(),
            constructor=tuple(
                Parameter(data.texts(), data.number(most=MAX_ITEMS), data.number(most=MAX_RANK)) for _ in data.count()
            ),
            weights=tuple(data.number(most=MAX_ITEMS) for _ in data.count()),
            methods=data.texts(),
        )


@dataclass(frozen=True)
class Wanted:
    """A function to find: its names, best first, and each argument's names, best first, in the lab's order.

    `keys` are those of the dict that it is to return, in the order in which their values are to be sent; none if it
    returns its values otherwise. `made` is the class that may be there instead.
    """

    names: tuple[str, ...]
    arguments: tuple[tuple[str, ...], ...]
    keys: tuple[str, ...] = ()
    made: Made = Made()


@dataclass(frozen=True)
class Denied:
    """Library functions that the lab asks the student to write: everywhere, or only inside some functions."""

    names: tuple[str, ...]
    inside: tuple[str, ...]
    message: str


@dataclass(frozen=True)
class Load:
    """The submission, and what to make of it. Sizes in bytes, time in seconds; 0 means no limit.

    `standins` are packages that, where they are not installed, are replaced by ones that do nothing.
    """

    module: str
    entry: str
    files: tuple[tuple[str, bytes], ...]
    wanted: tuple[Wanted, ...]
    denied: tuple[Denied, ...] = ()
    standins: tuple[str, ...] = ()
    memory_growth: int = 0
    cpu_seconds: int = 0

    def write(self, out: _Writer) -> None:
        """Append the fields to `out`."""
        out.text(self.module)
        out.text(self.entry)
        out.number(len(self.files))
        for name, data in self.files:
            out.text(name)
            out.raw(data)
        out.number(len(self.wanted))
        for wanted in self.wanted:
            out.texts(wanted.names)
            out.number(len(wanted.arguments))
            for names in wanted.arguments:
                out.texts(names)
            out.texts(wanted.keys)
            wanted.made.write(out)
        out.number(len(self.denied))
        for denied in self.denied:
            out.texts(denied.names)
            out.texts(denied.inside)
            out.text(denied.message)
        out.texts(self.standins)
        out.number(self.memory_growth, "<Q")
        out.number(self.cpu_seconds)

    @classmethod
    def read(cls, data: _Reader) -> Self:
        """Take the fields off `data`."""
        return cls(
            module=data.text(),
            entry=data.text(),
            files=tuple((data.text(), data.raw()) for _ in range(data.number(most=MAX_FRAME))),
            wanted=tuple(
                Wanted(data.texts(), tuple(data.texts() for _ in data.count()), data.texts(), Made.read(data))
                for _ in data.count()
            ),
            denied=tuple(Denied(data.texts(), data.texts(), data.text()) for _ in data.count()),
            standins=data.texts(),
            memory_growth=data.number("<Q"),
            cpu_seconds=data.number(),
        )


@dataclass(frozen=True)
class Call:
    """Call `function` with named `arguments`, as NumPy arrays if `arrays`, else as torch tensors."""

    function: str
    arguments: tuple[tuple[str, Block], ...]
    arrays: bool = False
    echo: bool = False

    def write(self, out: _Writer) -> None:
        """Append the fields to `out`."""
        out.text(self.function)
        out.number(self.arrays, "<B")
        out.number(self.echo, "<B")
        out.number(len(self.arguments))
        for name, block in self.arguments:
            out.text(name)
            out.block(block)

    @classmethod
    def read(cls, data: _Reader) -> Self:
        """Take the fields off `data`."""
        function, arrays, echo = data.text(), data.flag(), data.flag()
        return cls(function, tuple((data.text(), data.block()) for _ in data.count()), arrays, echo)


@dataclass(frozen=True)
class Ready:
    """Versions of the worker's libraries, for the report's environment line."""

    versions: tuple[tuple[str, str], ...]

    def write(self, out: _Writer) -> None:
        """Append the fields to `out`."""
        out.number(len(self.versions))
        for name, version in self.versions:
            out.text(name)
            out.text(version)

    @classmethod
    def read(cls, data: _Reader) -> Self:
        """Take the fields off `data`."""
        return cls(tuple((data.text(), data.text()) for _ in data.count()))


@dataclass(frozen=True)
class Loaded:
    """For each wanted function the name under which it was found, or ""; and what the files import or define."""

    found: tuple[str, ...]
    imports: tuple[str, ...]
    defined: tuple[str, ...]

    def write(self, out: _Writer) -> None:
        """Append the fields to `out`."""
        for texts in (self.found, self.imports, self.defined):
            out.texts(texts[:MAX_ITEMS])

    @classmethod
    def read(cls, data: _Reader) -> Self:
        """Take the fields off `data`."""
        return cls(data.texts(), data.texts(), data.texts())


@dataclass(frozen=True)
class Answer:
    """What one call returned, and its arguments after the call if they were asked for."""

    packing: Packing
    values: tuple[Block | Unusable, ...]
    echoed: tuple[Block, ...] = ()

    def write(self, out: _Writer) -> None:
        """Append the fields to `out`."""
        out.number(self.packing, "<B")
        out.number(len(self.values))
        for value in self.values:
            out.number(isinstance(value, Unusable), "<B")
            if isinstance(value, Unusable):
                out.text(value.type_name)
                out.text(value.reason)
            else:
                out.block(value)
        out.number(len(self.echoed))
        for block in self.echoed:
            out.block(block)

    @classmethod
    def read(cls, data: _Reader) -> Self:
        """Take the fields off `data`."""
        packing = Packing(data.number("<B", most=max(Packing)))
        values = [Unusable(data.text(), data.text()) if data.flag() else data.block() for _ in data.count()]
        return cls(packing, tuple(values), tuple([data.block() for _ in data.count()]))


@dataclass(frozen=True)
class Failed:
    """What one call, or the import, raised: class, message, and the student's own line if there is one."""

    fault: Fault
    error: str
    message: str
    file: str = ""
    line: int = 0
    code: str = ""

    def write(self, out: _Writer) -> None:
        """Append the fields to `out`."""
        out.number(self.fault, "<B")
        for text in (self.error, self.message, self.file, self.code):
            out.text(text)
        out.number(self.line)

    @classmethod
    def read(cls, data: _Reader) -> Self:
        """Take the fields off `data`."""
        fault = Fault(data.number("<B", most=max(Fault)))
        error, message, file, code = (data.text() for _ in range(4))
        return cls(fault, error, message, file, data.number(), code)


Message = Load | Call | Ready | Loaded | Answer | Failed
_CLASSES: Final[dict[Kind, type[Message]]] = {
    Kind.LOAD: Load, Kind.CALL: Call, Kind.READY: Ready,
    Kind.LOADED: Loaded, Kind.ANSWER: Answer, Kind.FAILED: Failed,
}  # fmt: skip
_KINDS: Final = {message: kind for kind, message in _CLASSES.items()}


def encode(message: Message, number: int) -> bytes:
    """Return the frame that says `message` as part `number` of the talk."""
    kind, out = _KINDS[type(message)], _Writer()
    message.write(out)
    payload = b"".join(out.parts)
    if len(payload) > MAX_FRAME:
        raise WireError(f"a frame of {len(payload)} bytes is longer than {MAX_FRAME}")
    return HEADER.pack(MAGIC, kind, number, len(payload)) + payload


def payload_length(header: bytes) -> int:
    """Return how many payload bytes follow this header; raise `WireError` if it is no header of ours."""
    magic, _, _, length = HEADER.unpack(header)
    if magic != MAGIC:
        raise WireError("the frame does not start with the protocol's mark")
    if length > MAX_FRAME:
        raise WireError(f"a frame of {length} bytes was announced; at most {MAX_FRAME} are allowed")
    return int(length)


def decode(frame: bytes, allowed: frozenset[Kind]) -> tuple[int, Message]:
    """Return the number and the message of one whole frame; raise `WireError` for anything else.

    `allowed` names what the other side may say: a worker cannot send the judge a LOAD.
    """
    if len(frame) < HEADER.size:
        raise WireError("the frame is shorter than its header")
    if payload_length(frame[: HEADER.size]) != len(frame) - HEADER.size:
        raise WireError("the frame's length is not the announced one")
    _, kind, number, _ = HEADER.unpack_from(frame)
    if kind not in allowed:
        raise WireError(f"a frame of kind {kind} is not allowed here")
    data = _Reader(frame, HEADER.size)
    message: Message = _CLASSES[Kind(kind)].read(data)
    data.finish()
    return number, message
