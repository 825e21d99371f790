"""Arguments are bound by name where the names are known, else by position; whatever happens comes back as data."""

import functools

import pytest
import torch

from grader import wire
from grader.worker.binding import Function, bind
from grader.worker.calling import answer
from grader.worker.denied import Denied

NAMES = (("Q", "query"), ("K", "key"), ("V", "value"))


def handing_on(function):
    """Decorate as students do: positions only."""

    @functools.wraps(function)
    def wrapper(*args):
        return function(*args)

    return wrapper


def bound(call):
    """What each of q, k, v of `call` receives."""
    args, kwargs = bind(Function(call, NAMES), ("q", "k", "v"))
    return call(*args, **kwargs)


def test_a_function_of_no_arguments_is_called_with_none():
    assert bind(Function(lambda: 1, ()), ()) == ((), {})


@pytest.mark.parametrize(
    "call",
    [
        lambda Q, K, V: (Q, K, V),
        lambda query, key, value: (query, key, value),
        lambda V, K, Q: (Q, K, V),
        lambda value, key, query, mask=None: (query, key, value),
        lambda a, b, c: (a, b, c),
        lambda x, K, V: (x, K, V),
        lambda *tensors: tensors,
        lambda *, q, k, v: (q, k, v),
        lambda q, k, v, /: (q, k, v),
        lambda q_, k_, v_, dropout=0.0: (q_, k_, v_),
        functools.partial(lambda scale, q, k, v: (q, k, v), 2),
        lambda Q, K, V, v=False, k=None: (Q, K, V),
        lambda K, Q, V, q=0: (Q, K, V),
        lambda a, b, c, q=None, k=None, v=None: (a, b, c),
        handing_on(lambda query, key, value: (query, key, value)),
        handing_on(lambda value, key, query: (query, key, value)),
        functools.singledispatch(lambda query, key, value: (query, key, value)),
    ],
)
def test_every_signature_receives_what_it_means(call):
    assert bound(call) == ("q", "k", "v")


MASKED = (("Q", "query", "q"), ("K", "key", "k"), ("V", "value", "v"), ("mask",), ("heads", "num_heads"))


@pytest.mark.parametrize(
    "call",
    [
        lambda q, k, v, m, h: (q, k, v, m, h),
        lambda Q, K, V, mask, heads: (Q, K, V, mask, heads),
        lambda Q, K, V, mask=None, heads=1: (Q, K, V, mask, heads),
        lambda query, key, value, num_heads, mask=None: (query, key, value, mask, num_heads),
        lambda q, k, v, dropout=None, mask=None, heads=1: (q, k, v, mask, heads),
        lambda Q, K, V, dropout=0.0, mask=None, num_heads=1: (Q, K, V, mask, num_heads),
        lambda Q, K, V, *, mask=None, heads=None: (Q, K, V, mask, heads),
        lambda *given: given,
    ],
)
@pytest.mark.parametrize("given", [(0, 1, 2, 3, 4), (0, 1, 2, 4)])
def test_arguments_with_defaults_are_bound_by_name_and_may_be_left_out(call, given):
    passed = {0: "q", 1: "k", 2: "v", 3: "mask", 4: 2}
    args, kwargs = bind(Function(call, MASKED), tuple(passed[at] for at in given), given)
    assert call(*args, **kwargs) == ("q", "k", "v", "mask" if 3 in given else None, 2)


def test_a_trailing_argument_that_is_left_out_is_not_passed():
    args, kwargs = bind(Function(lambda a, b, c, m=7: (a, b, c, m), MASKED[:4]), ("q", "k", "v"), (0, 1, 2))
    assert (args, kwargs) == (("q", "k", "v"), {})


def test_a_builtin_without_signature_gets_positions():
    args, kwargs = bind(Function(dict.fromkeys, NAMES[:2]), ("ab", 1))
    assert (args, kwargs) == (("ab", 1), {})


def call(function, echo=False):
    block = wire.Block("float32", (2,), torch.tensor([1.0, 2.0]).numpy().tobytes())
    request = wire.Call("f", (("x", block),), echo=echo)
    return answer(request, {"f": Function(function, (("x",),))}, {__file__: "test_calling.py"}, Denied(()))


def test_the_arguments_afterwards_come_back_if_asked_for():
    (echoed,) = call(lambda x: x.mul_(2), echo=True).echoed
    assert torch.frombuffer(bytearray(echoed.data), dtype=torch.float32).tolist() == [2, 4]
    assert call(lambda x: x).echoed == ()


def test_an_exception_comes_back_with_the_students_line():
    def broken(x):
        return x + nonsense  # noqa: F821

    failed = call(broken)
    assert (failed.fault, failed.error, failed.file) == (wire.Fault.EXCEPTION, "NameError", "test_calling.py")
    assert failed.code == "return x + nonsense  # noqa: F821"


@pytest.mark.parametrize(
    ("error", "fault"),
    [
        (SystemExit(0), wire.Fault.EXIT),
        (KeyboardInterrupt(), wire.Fault.EXIT),
        (MemoryError(), wire.Fault.MEMORY),
        (RuntimeError("DefaultCPUAllocator: can't allocate memory: you tried"), wire.Fault.MEMORY),
        (RuntimeError("can't start new thread"), wire.Fault.PROCESSES),
        (RuntimeError("shapes"), wire.Fault.EXCEPTION),
        (BaseException(), wire.Fault.EXCEPTION),
    ],
)
def test_each_kind_of_exception_has_its_fault(error, fault):
    def raising(x):
        raise error

    assert call(raising).fault is fault


def test_an_exception_whose_message_raises_is_told_all_the_same():
    class Mean(Exception):
        def __str__(self):
            raise ValueError

    def raising(x):
        raise Mean

    failed = call(raising)
    assert failed.error == "Mean"
    assert "could not be read" in failed.message
