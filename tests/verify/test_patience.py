"""Mistakes have as long as a submission; the clock runs while they do."""

import contextlib
import signal
import time

import pytest

from grader.verify.patience import Patience


def endless():
    while True:
        pass


def stubborn():
    """Take every exception for a detail."""
    while True:
        with contextlib.suppress(Exception):
            endless()


def test_what_is_quick_gives_its_answer_and_leaves_the_alarm_as_it_was():
    before = signal.getsignal(signal.SIGALRM)
    patience = Patience(10, 10)
    assert patience.call(max, 2, 3) == 3
    assert not patience.ended
    assert signal.getsignal(signal.SIGALRM) == before
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0


@pytest.mark.parametrize("function", [endless, stubborn])
@pytest.mark.parametrize("seconds", [(0.05, 10), (10, 0.05)])
def test_what_runs_for_ever_fails_and_whatever_is_called_then(function, seconds):
    patience = Patience(*seconds)
    with pytest.raises(TimeoutError, match=r"more than 0\.05 seconds"):
        patience.call(function)
    assert patience.ended
    with pytest.raises(TimeoutError):
        patience.call(max, 2, 3)


def test_several_calls_share_the_whole():
    patience = Patience(10, 0.1)
    for _ in range(100):
        with contextlib.suppress(TimeoutError):
            patience.call(time.sleep, 0.02)
    assert patience.ended


def test_our_own_work_between_calls_is_free():
    patience = Patience(1, 1)
    patience.call(max, 2, 3)
    time.sleep(1.1)
    assert patience.call(max, 2, 3) == 3


def test_functions_are_on_the_clock_and_so_is_the_making_of_them():
    patience = Patience(0.05, 10)
    with pytest.raises(TimeoutError):
        patience.functions(lambda: {"f": endless}, ["f"])["f"]()
    never = Patience(0.05, 10).functions(endless, ["f", "g"])
    for name in ("f", "g"):
        with pytest.raises(TimeoutError):
            never[name]()


def test_what_a_function_raises_is_its_own():
    with pytest.raises(ZeroDivisionError):
        Patience(10, 10).call(divmod, 1, 0)
