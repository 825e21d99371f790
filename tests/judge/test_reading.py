"""Replies become named values: by order, by shape, and with a word on what was returned otherwise."""

import numpy as np
import pytest

from grader import wire
from grader.checks.case import Case, Failure
from grader.judge import reading
from grader.report import Cause
from tests.checks.trying import _ORACLE, LAB

function = LAB.manifest.lab.functions["attention"]
case = Case("c", "attention", {"Q": np.eye(2, 3), "K": np.eye(4, 3), "V": np.eye(4, 5)})
want = _ORACLE.expect(case)
output, weights = (want[name].value for name in ("output", "weights"))


def read(*values, packing=wire.Packing.TUPLE, of=function, this=case, wanted=want):
    blocks = tuple(v if isinstance(v, (wire.Block, wire.Unusable)) else reading.block(v) for v in values)
    return reading.read(of, this, wanted, wire.Answer(packing, blocks))


def test_a_pair_in_order_has_no_problem():
    answer = read(output, weights)
    assert np.array_equal(answer.got["output"], output)
    assert np.array_equal(answer.got["weights"], weights)
    assert answer.problems == ()


def test_a_pair_in_the_other_order_is_read_and_said():
    answer = read(weights, output)
    assert np.array_equal(answer.got["output"], output)
    assert "in another order" in answer.problems[0].message


def test_an_output_alone_is_read_and_said():
    answer = read(output, packing=wire.Packing.SINGLE)
    assert set(answer.got) == {"output"}
    assert "without the weights" in answer.problems[0].message


def test_weights_alone_are_told_by_their_shape():
    assert set(read(weights).got) == {"weights"}


def test_a_value_too_many_is_said_and_the_right_ones_are_read():
    answer = read(np.eye(7), output, weights)
    assert np.array_equal(answer.got["weights"], weights)
    assert "3 values" in answer.problems[0].message


def test_values_of_wrong_shapes_are_taken_in_the_order_asked():
    answer = read(output.T, weights.T)
    assert answer.got["output"].shape == output.T.shape
    assert answer.unusable(["output"], finite=True).cause is Cause.SHAPE


def test_nothing_returned_is_missing():
    answer = reading.read(function, case, want, wire.Answer(wire.Packing.NOTHING, ()))
    assert answer.failure.cause is Cause.MISSING


def test_an_empty_tuple_gives_no_value():
    answer = read()
    assert not answer.got
    assert answer.unusable(["output"], finite=True).cause is Cause.SHAPE


@pytest.mark.parametrize(
    "value", [wire.Unusable("dict", "it is neither a tensor nor an array"), output.astype(complex)]
)
def test_what_holds_no_real_numbers_is_a_dtype_problem_of_that_value(value):
    answer = read(value, weights)
    assert answer.problems[0].cause is Cause.DTYPE
    assert "the output" in answer.problems[0].message
    assert np.array_equal(answer.got["weights"], weights)


def test_a_failure_is_kept():
    failure = Failure(Cause.TIMEOUT, "slow")
    assert reading.read(function, case, want, failure).failure is failure


def test_bfloat16_is_widened_exactly():
    halves = np.array([0x3F80, 0xC000, 0x7FC0], dtype="<u2")
    values = reading.array(wire.Block("bfloat16", (3,), halves.tobytes()))
    assert values[0] == 1
    assert values[1] == -2
    assert np.isnan(values[2])


@pytest.mark.parametrize("dtype", [d for d in wire.DTYPES if d != "bfloat16"])
def test_every_dtype_crosses_unchanged(dtype):
    values = np.arange(6).reshape(2, 3).astype(dtype)
    assert np.array_equal(reading.array(reading.block(values)), values)


def test_integers_and_booleans_are_read_as_numbers():
    assert read(output.astype(np.int64), weights.astype(bool)).got["weights"].dtype == np.float64


def test_echoed_arguments_come_by_name():
    reply = wire.Answer(wire.Packing.NOTHING, (), tuple(map(reading.block, case.arguments.values())))
    assert reading.read(function, case, want, reply).after == {}
    reply = wire.Answer(wire.Packing.SINGLE, (reading.block(output),), reply.echoed)
    assert set(reading.read(function, case, want, reply).after) == {"Q", "K", "V"}


of_dict = function.model_copy(update={"form": "dict"})


def test_a_dict_is_read_by_its_keys():
    answer = read(output, weights, packing=wire.Packing.MAPPING, of=of_dict)
    assert np.array_equal(answer.got["weights"], weights)
    assert answer.problems == ()


def test_a_dict_without_a_key_is_said_and_the_rest_is_read():
    missing = wire.Unusable("nothing", "the dict has no such key")
    answer = read(missing, weights, packing=wire.Packing.MAPPING, of=of_dict)
    assert set(answer.got) == {"weights"}
    assert "the output is of type nothing: the dict has no such key" in answer.problems[0].message


def test_a_pair_where_a_dict_is_asked_is_said_and_read():
    answer = read(output, weights, of=of_dict)
    assert set(answer.got) == {"output", "weights"}
    assert "should return a dict with output and weights; yours returns (output, weights)" in answer.problems[0].message


def test_a_value_that_is_not_asked_for_is_too_much():
    shown = function.returns[1].model_copy(update={"returned": False})
    alone = function.model_copy(update={"returns": (function.returns[0], shown)})
    assert read(output, packing=wire.Packing.SINGLE, of=alone).problems == ()
    answer = read(output, weights, of=alone)
    assert set(answer.got) == {"output"}
    assert "should return the output; yours returns 2 values" in answer.problems[0].message
