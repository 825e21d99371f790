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
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final

MAGIC: Final = b"GRD1"
HEADER: Final = struct.Struct("<4sBII")
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


class Fault(IntEnum):
    """What kind of exception ended a call, as the worker tells it. It explains; it never earns a point."""

    EXCEPTION = 0
    EXIT = 1
    MEMORY = 2
    POLICY = 3


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


@dataclass(frozen=True)
class Wanted:
    """A function to find: its names, best first, and each argument's names, best first, in the lab's order."""

    names: tuple[str, ...]
    arguments: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Denied:
    """Library functions that the lab asks the student to write: everywhere, or only inside some functions."""

    names: tuple[str, ...]
    inside: tuple[str, ...]
    message: str


@dataclass(frozen=True)
class Load:
    """The submission, and what to make of it. Sizes in bytes, time in seconds; 0 means no limit."""

    module: str
    entry: str
    files: tuple[tuple[str, bytes], ...]
    wanted: tuple[Wanted, ...]
    denied: tuple[Denied, ...] = ()
    memory_growth: int = 0
    cpu_seconds: int = 0


@dataclass(frozen=True)
class Call:
    """Call `function` with named `arguments`, as NumPy arrays if `arrays`, else as torch tensors."""

    function: str
    arguments: tuple[tuple[str, Block], ...]
    arrays: bool = False
    echo: bool = False


@dataclass(frozen=True)
class Ready:
    """Versions of the worker's libraries, for the report's environment line."""

    versions: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Loaded:
    """For each wanted function the name under which it was found, or ""; and what the files import or define."""

    found: tuple[str, ...]
    imports: tuple[str, ...]
    defined: tuple[str, ...]


@dataclass(frozen=True)
class Answer:
    """What one call returned, and its arguments after the call if they were asked for."""

    packing: Packing
    values: tuple[Block | Unusable, ...]
    echoed: tuple[Block, ...] = ()


@dataclass(frozen=True)
class Failed:
    """What one call, or the import, raised: class, message, and the student's own line if there is one."""

    fault: Fault
    error: str
    message: str
    file: str = ""
    line: int = 0
    code: str = ""


Message = Load | Call | Ready | Loaded | Answer | Failed


@dataclass
class _Writer:
    parts: list[bytes] = field(default_factory=list)

    def number(self, value: int, layout: str = "<I") -> None:
        self.parts.append(struct.pack(layout, value))

    def raw(self, value: bytes) -> None:
        self.number(len(value))
        self.parts.append(value)

    def text(self, value: str) -> None:
        cut = value.encode("utf-8", "replace")[:MAX_TEXT]
        self.raw(cut.decode("utf-8", "ignore").encode())

    def texts(self, values: tuple[str, ...]) -> None:
        self.number(len(values))
        for value in values:
            self.text(value)

    def block(self, block: Block) -> None:
        self.number(DTYPES.index(block.dtype), "<B")
        self.number(len(block.shape), "<B")
        for length in block.shape:
            self.number(length, "<Q")
        self.parts.append(block.data)


class _Reader:
    def __init__(self, payload: bytes) -> None:
        self._rest = memoryview(payload)

    def take(self, size: int) -> bytes:
        if size > len(self._rest):
            raise WireError(f"{size} bytes announced, {len(self._rest)} left")
        taken, self._rest = bytes(self._rest[:size]), self._rest[size:]
        return taken

    def number(self, layout: str = "<I", *, most: int | None = None) -> int:
        value: int = struct.unpack(layout, self.take(struct.calcsize(layout)))[0]
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
        return tuple(self.text() for _ in range(self.number(most=MAX_FRAME)))

    def count(self) -> range:
        return range(self.number(most=MAX_ITEMS))

    def block(self) -> Block:
        dtype = DTYPES[self.number("<B", most=len(DTYPES) - 1)]
        rank = self.number("<B", most=MAX_RANK)
        shape = tuple(self.number("<Q", most=MAX_FRAME) for _ in range(rank))
        if math.prod(max(length, 1) for length in shape) > MAX_FRAME:
            raise WireError(f"an array of shape {shape} is too large")
        return Block(dtype, shape, self.take(math.prod(shape) * ITEM_SIZE[dtype]))

    def finish(self) -> None:
        if self._rest:
            raise WireError(f"{len(self._rest)} bytes too many")


def _write_load(message: Load, out: _Writer) -> None:
    out.text(message.module)
    out.text(message.entry)
    out.number(len(message.files))
    for name, data in message.files:
        out.text(name)
        out.raw(data)
    out.number(len(message.wanted))
    for wanted in message.wanted:
        out.texts(wanted.names)
        out.number(len(wanted.arguments))
        for names in wanted.arguments:
            out.texts(names)
    out.number(len(message.denied))
    for denied in message.denied:
        out.texts(denied.names)
        out.texts(denied.inside)
        out.text(denied.message)
    out.number(message.memory_growth, "<Q")
    out.number(message.cpu_seconds)


def _read_load(data: _Reader) -> Load:
    return Load(
        module=data.text(),
        entry=data.text(),
        files=tuple((data.text(), data.raw()) for _ in range(data.number(most=MAX_FRAME))),
        wanted=tuple(Wanted(data.texts(), tuple(data.texts() for _ in data.count())) for _ in data.count()),
        denied=tuple(Denied(data.texts(), data.texts(), data.text()) for _ in data.count()),
        memory_growth=data.number("<Q"),
        cpu_seconds=data.number(),
    )


def _write_call(message: Call, out: _Writer) -> None:
    out.text(message.function)
    out.number(message.arrays, "<B")
    out.number(message.echo, "<B")
    out.number(len(message.arguments))
    for name, block in message.arguments:
        out.text(name)
        out.block(block)


def _read_call(data: _Reader) -> Call:
    function, arrays, echo = data.text(), data.flag(), data.flag()
    return Call(function, tuple((data.text(), data.block()) for _ in data.count()), arrays, echo)


def _write_ready(message: Ready, out: _Writer) -> None:
    out.number(len(message.versions))
    for name, version in message.versions:
        out.text(name)
        out.text(version)


def _read_ready(data: _Reader) -> Ready:
    return Ready(tuple((data.text(), data.text()) for _ in data.count()))


def _write_loaded(message: Loaded, out: _Writer) -> None:
    for texts in (message.found, message.imports, message.defined):
        out.texts(texts[:MAX_ITEMS])


def _read_loaded(data: _Reader) -> Loaded:
    return Loaded(*(tuple(data.text() for _ in data.count()) for _ in range(3)))


def _write_answer(message: Answer, out: _Writer) -> None:
    out.number(message.packing, "<B")
    out.number(len(message.values))
    for value in message.values:
        out.number(isinstance(value, Unusable), "<B")
        if isinstance(value, Unusable):
            out.text(value.type_name)
            out.text(value.reason)
        else:
            out.block(value)
    out.number(len(message.echoed))
    for block in message.echoed:
        out.block(block)


def _read_answer(data: _Reader) -> Answer:
    packing = Packing(data.number("<B", most=max(Packing)))
    values = tuple(Unusable(data.text(), data.text()) if data.flag() else data.block() for _ in data.count())
    return Answer(packing, values, tuple(data.block() for _ in data.count()))


def _write_failed(message: Failed, out: _Writer) -> None:
    out.number(message.fault, "<B")
    for text in (message.error, message.message, message.file):
        out.text(text)
    out.number(message.line)
    out.text(message.code)


def _read_failed(data: _Reader) -> Failed:
    fault = Fault(data.number("<B", most=max(Fault)))
    return Failed(fault, data.text(), data.text(), data.text(), data.number(), data.text())


_WRITE = {
    Load: (Kind.LOAD, _write_load),
    Call: (Kind.CALL, _write_call),
    Ready: (Kind.READY, _write_ready),
    Loaded: (Kind.LOADED, _write_loaded),
    Answer: (Kind.ANSWER, _write_answer),
    Failed: (Kind.FAILED, _write_failed),
}
_READ = {
    Kind.LOAD: _read_load,
    Kind.CALL: _read_call,
    Kind.READY: _read_ready,
    Kind.LOADED: _read_loaded,
    Kind.ANSWER: _read_answer,
    Kind.FAILED: _read_failed,
}


def encode(message: Message, number: int) -> bytes:
    """Return the frame that says `message` as part `number` of the talk."""
    kind, write = _WRITE[type(message)]
    out = _Writer()
    write(message, out)  # type: ignore[operator]  # the table pairs each class with its own writer
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
    _, kind, number, _ = HEADER.unpack(frame[: HEADER.size])
    if kind not in allowed:
        raise WireError(f"a frame of kind {kind} is not allowed here")
    data = _Reader(frame[HEADER.size :])
    message = _READ[Kind(kind)](data)
    data.finish()
    return number, message
