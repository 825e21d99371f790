"""The wire: what goes in comes out, and any other bytes are refused within their limits."""

import contextlib
import struct
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader import wire

EVERY = frozenset(wire.Kind)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
names = st.lists(texts, max_size=5).map(tuple)


@st.composite
def blocks(draw):
    dtype = draw(st.sampled_from(wire.DTYPES))
    shape = tuple(draw(st.lists(st.integers(0, 4), max_size=4)))
    size = wire.ITEM_SIZE[dtype]
    for length in shape:
        size *= length
    return wire.Block(dtype, shape, draw(st.binary(min_size=size, max_size=size)))


several = st.lists(blocks(), max_size=3).map(tuple)
parameters = st.builds(wire.Parameter, names, st.integers(0, wire.MAX_ITEMS), st.integers(0, wire.MAX_RANK))
made = st.builds(
    wire.Made,
    names,
    st.lists(parameters, max_size=3).map(tuple),
    st.lists(st.integers(0, wire.MAX_ITEMS), max_size=3).map(tuple),
    names,
)
messages = st.one_of(
    st.builds(
        wire.Load,
        texts, texts,
        st.lists(st.tuples(texts, st.binary(max_size=50)), max_size=3).map(tuple),
        st.lists(st.builds(wire.Wanted, names, st.lists(names, max_size=3).map(tuple), names, made), max_size=3).map(tuple),
        st.lists(st.builds(wire.Denied, names, names, texts), max_size=3).map(tuple),
        names,
        st.integers(0, 2**63), st.integers(0, 2**31),
    ),
    st.builds(wire.Call, texts, st.lists(st.tuples(texts, blocks()), max_size=3).map(tuple), st.booleans(), st.booleans()),
    st.builds(wire.Ready, st.lists(st.tuples(texts, texts), max_size=3).map(tuple)),
    st.builds(wire.Loaded, names, names, names),
    st.builds(
        wire.Answer,
        st.sampled_from(wire.Packing),
        st.lists(st.one_of(blocks(), st.builds(wire.Unusable, texts, texts)), max_size=3).map(tuple),
        several,
    ),
    st.builds(wire.Failed, st.sampled_from(wire.Fault), texts, texts, texts, st.integers(0, 2**32 - 1), texts),
)  # fmt: skip


@given(messages, st.integers(0, 2**32 - 1))
def test_every_message_comes_out_as_it_went_in(message, number):
    assert wire.decode(wire.encode(message, number), EVERY) == (number, message)


@given(st.binary(max_size=300))
def test_any_bytes_are_decoded_or_refused(data):
    with contextlib.suppress(wire.WireError):
        wire.decode(data, EVERY)


@given(st.sampled_from(sorted(wire.Kind)), st.binary(max_size=300))
def test_any_payload_under_a_right_header_is_decoded_or_refused(kind, payload):
    with contextlib.suppress(wire.WireError):
        wire.decode(wire.HEADER.pack(wire.MAGIC, kind, 1, len(payload)) + payload, EVERY)


@given(messages, st.data())
def test_a_frame_with_one_byte_changed_is_decoded_or_refused(message, data):
    frame = bytearray(wire.encode(message, 1))
    frame[data.draw(st.integers(0, len(frame) - 1))] = data.draw(st.integers(0, 255))
    with contextlib.suppress(wire.WireError):
        wire.decode(bytes(frame), EVERY)


@given(messages, st.integers(1, 20))
def test_a_frame_cut_short_is_refused(message, cut):
    with pytest.raises(wire.WireError):
        wire.decode(wire.encode(message, 1)[:-cut], EVERY)


@given(messages, st.binary(min_size=1, max_size=5))
def test_a_frame_with_bytes_behind_it_is_refused(message, more):
    with pytest.raises(wire.WireError):
        wire.decode(wire.encode(message, 1) + more, EVERY)


def answer_with_array(dtype_code: int, dims: tuple[int, ...], data: bytes = b"") -> bytes:
    payload = struct.pack("<BIB", wire.Packing.SINGLE, 1, 0) + struct.pack("<BB", dtype_code, len(dims))
    payload += b"".join(struct.pack("<Q", dim) for dim in dims) + data + struct.pack("<I", 0)
    return wire.HEADER.pack(wire.MAGIC, wire.Kind.ANSWER, 1, len(payload)) + payload


@pytest.mark.parametrize("dims", [(2**40,), (2**63, 2**63), (2**20, 2**20), (0, 2**62), (0, 2**20, 2**20), (1,) * 9])
def test_an_array_that_claims_too_much_is_refused_before_memory_is_taken(dims):
    frame = answer_with_array(wire.DTYPES.index("float64"), dims)
    tracemalloc.start()
    with pytest.raises(wire.WireError):
        wire.decode(frame, EVERY)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1_000_000


def test_an_unknown_dtype_is_refused():
    with pytest.raises(wire.WireError):
        wire.decode(answer_with_array(200, (1,), b"\0" * 8), EVERY)


def test_a_count_beyond_the_limit_is_refused():
    payload = struct.pack("<BI", wire.Packing.TUPLE, wire.MAX_ITEMS + 1)
    with pytest.raises(wire.WireError, match="at most"):
        wire.decode(wire.HEADER.pack(wire.MAGIC, wire.Kind.ANSWER, 1, len(payload)) + payload, EVERY)


def test_a_header_that_announces_too_much_is_refused():
    with pytest.raises(wire.WireError, match="at most"):
        wire.payload_length(wire.HEADER.pack(wire.MAGIC, wire.Kind.ANSWER, 1, wire.MAX_FRAME + 1))


def test_a_header_of_another_protocol_is_refused():
    with pytest.raises(wire.WireError, match="mark"):
        wire.payload_length(b"HTTP/1.1 200 "[: wire.HEADER.size])


def test_a_worker_cannot_speak_as_the_judge():
    with pytest.raises(wire.WireError, match="not allowed"):
        wire.decode(wire.encode(wire.Call("softmax", ()), 1), wire.FROM_WORKER)


def test_a_message_too_long_to_send_is_refused_here_already():
    files = (("a.py", b"x" * (wire.MAX_FRAME + 1)),)
    with pytest.raises(wire.WireError):
        wire.encode(wire.Load("a", "a.py", files, ()), 0)


def test_a_list_too_long_to_send_is_refused_here_already():
    with pytest.raises(wire.WireError):
        wire.encode(wire.Loaded(("a",) * 1, (), ()), 0) and wire.encode(
            wire.Load("a", "a.py", (), (wire.Wanted(("f",) * 65, ()),)), 0
        )


def test_text_is_cut_at_its_limit_between_characters():
    failed = wire.Failed(wire.Fault.EXCEPTION, "E", "é" * wire.MAX_TEXT)
    _, got = wire.decode(wire.encode(failed, 1), EVERY)
    assert got.message == "é" * (wire.MAX_TEXT // 2)


def test_lone_surrogates_in_text_do_not_stop_a_frame():
    _, got = wire.decode(wire.encode(wire.Failed(wire.Fault.EXCEPTION, "E", "\ud800"), 1), EVERY)
    assert got.message == "?"


def test_no_word_of_the_protocol_means_pass():
    fields = {name for message in wire.Message.__args__ for name in message.__dataclass_fields__}
    assert not fields & {"passed", "score", "points", "expected", "tolerance", "want"}
