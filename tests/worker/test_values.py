"""Whatever a function returns becomes bytes with a dtype and a shape, or a note on why it cannot."""

from collections import namedtuple

import numpy as np
import pytest
import torch

from grader import wire
from grader.judge.reading import array, block
from grader.worker.values import argument, returned

EYE = np.eye(2, 3, dtype=np.float32)


def single(result):
    answer = returned(result)
    assert answer.packing is wire.Packing.SINGLE
    return answer.values[0]


class Subclass(torch.Tensor):
    pass


@pytest.mark.parametrize(
    "result",
    [
        EYE,
        torch.from_numpy(EYE),
        torch.from_numpy(EYE).requires_grad_(),
        torch.nn.Parameter(torch.from_numpy(EYE)),
        torch.from_numpy(EYE.T.copy()).T,
        torch.from_numpy(EYE).as_subclass(Subclass),
        np.asfortranarray(EYE),
        np.flip(np.flip(EYE)),
        EYE.astype(">f4"),
        np.ma.masked_array(EYE),
        EYE.tolist(),
        list(torch.from_numpy(EYE)),
        list(EYE),
        [[torch.tensor(x) for x in row] for row in EYE],
        [tuple(row) for row in EYE],
        torch.from_numpy(EYE).expand(2, 3),
        torch.from_numpy(EYE).bfloat16(),
        torch.from_numpy(EYE).half(),
        torch.from_numpy(EYE).double(),
        torch.from_numpy(EYE).long(),
        torch.from_numpy(EYE).bool(),
        EYE.astype(np.longdouble),
        EYE.astype(np.uint16),
    ],
)
def test_a_matrix_in_any_form_arrives_with_its_values(result):
    assert np.array_equal(array(single(result)).astype(float), EYE)


def test_the_dtype_that_came_is_told():
    assert single(torch.zeros(2).bfloat16()).dtype == "bfloat16"
    assert single(np.zeros(2, np.longdouble)).dtype == "float64"
    assert single(np.zeros(2, np.uint16)).dtype == "int64"
    assert single(1.5).dtype == "float64"
    assert single(np.float32(1.5)).shape == ()


@pytest.mark.parametrize("value", [3, 0.5, True])
@pytest.mark.parametrize("arrays", [True, False])
def test_an_argument_without_axes_is_a_number_of_python(value, arrays):
    got = argument(block(np.array(value)), arrays=arrays)
    assert (type(got), got) == (type(value), value)


def test_a_dict_is_sent_in_the_order_of_the_keys_that_are_asked():
    answer = returned({"weights": EYE.T, "output": EYE, "extra": EYE}, keys=("output", "weights"))
    assert answer.packing is wire.Packing.MAPPING
    assert [value.shape for value in answer.values] == [(2, 3), (3, 2), (2, 3)]
    (missing,) = returned({"weigths": EYE}, keys=("weights",)).values[:1]
    assert missing.reason == "the dict has no such key"


def test_a_dict_that_nobody_asked_for_is_no_value():
    assert isinstance(single({"output": EYE}), wire.Unusable)


@pytest.mark.parametrize(
    ("result", "packing"),
    [
        ((EYE, EYE), wire.Packing.TUPLE),
        ([EYE, EYE], wire.Packing.LIST),
        ([EYE.tolist(), EYE.tolist()], wire.Packing.LIST),
        (namedtuple("Pair", "a b")(EYE, EYE), wire.Packing.NAMED_TUPLE),
        (torch.from_numpy(EYE).max(dim=0), wire.Packing.NAMED_TUPLE),
    ],
)
def test_several_values_are_told_apart(result, packing):
    answer = returned(result)
    assert answer.packing is packing
    assert len(answer.values) == 2


def pair():
    yield EYE
    yield EYE


class Unpackable:
    def __iter__(self):
        return pair()


@pytest.mark.parametrize("result", [pair(), Unpackable(), iter([EYE, EYE])])
def test_whatever_can_be_unpacked_is_several_values(result):
    assert len(returned(result).values) == 2


def test_a_tuple_of_rows_is_one_matrix():
    assert single(tuple(map(tuple, EYE))).shape == (2, 3)
    assert single(tuple(torch.from_numpy(EYE))).shape == (2, 3)


def test_an_empty_sequence_is_no_value():
    assert returned(()).values == ()
    assert returned([]).values == ()


def test_an_array_of_too_many_axes_is_unusable_and_told_by_its_shape():
    assert "(1, 1, 1, 1, 1, 1, 1, 1, 1)" in single(np.zeros((1,) * 9)).reason


def test_nothing_is_nothing():
    assert returned(None) == wire.Answer(wire.Packing.NOTHING, ())


@pytest.mark.parametrize(
    "result",
    ["text", {"output": EYE}, object(), lambda: 0, [[1.0, 2.0], [3.0]], np.array([None]), np.array(["a"]),
     torch.eye(2).to_sparse(), torch.zeros(2, device="meta"), [{}]],

)  # fmt: skip
def test_what_is_no_array_is_unusable_with_a_reason(result):
    value = single(result)
    assert isinstance(value, wire.Unusable)
    assert value.reason


def test_a_matrix_too_large_for_the_wire_is_unusable_and_told_by_its_shape():
    assert "(5000, 5000)" in single(np.broadcast_to(np.float32(1), (5000, 5000))).reason


def test_a_list_of_thousands_is_cut_to_what_the_wire_takes():
    assert len(returned((EYE,) * 1000).values) == wire.MAX_ITEMS


@pytest.mark.parametrize("arrays", [True, False])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_arguments_arrive_writable_and_of_the_kind_asked(arrays, dtype):
    sent = EYE.astype(dtype)
    got = argument(block(sent), arrays=arrays)
    assert isinstance(got, np.ndarray if arrays else torch.Tensor)
    got += 1
    assert np.array_equal(np.asarray(got), sent + 1)
