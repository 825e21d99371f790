import pytest

from grader.render.repeats import repeats
from grader.report import Cause, Status
from tests.render.reports import check, passed

NOTHING = "attention(Q (5, 7), K (6, 7)) returns nothing."
FIRST = check(id="shapes", cause=Cause.MISSING, message=NOTHING)


def test_the_same_message_again_repeats_the_first_check():
    again = [check(id=name, cause=Cause.MISSING, message=NOTHING) for name in ("overflow", "purity")]
    assert repeats([FIRST, *again]) == {"overflow": FIRST, "purity": FIRST}


@pytest.mark.parametrize("message", [NOTHING.replace("5", "9"), "softmax(x) returns nothing."])
def test_another_call_with_the_same_end_repeats(message):
    assert repeats([FIRST, check(id="purity", cause=Cause.MISSING, message=message)]) == {"purity": FIRST}


def test_another_message_is_no_repeat():
    assert not repeats([FIRST, check(id="purity", cause=Cause.MISSING, message="attention(Q) returns a list.")])


def test_the_same_message_of_another_cause_is_no_repeat():
    assert not repeats([FIRST, check(id="purity", cause=Cause.EXCEPTION, message=NOTHING)])


def test_wrong_numbers_are_never_repeats():
    assert not repeats([check(id="a"), check(id="b")])


def test_checks_without_a_message_are_never_repeats():
    assert not repeats([check(id="a", cause=Cause.SHAPE, message=""), check(id="b", cause=Cause.SHAPE, message="")])


def test_passed_checks_are_never_repeats():
    assert not repeats([passed(id="a", message="fine"), passed(id="b", message="fine")])


def test_the_checks_that_repeat_may_be_skipped_ones():
    skipped = check(id="purity", cause=Cause.MISSING, message=NOTHING, status=Status.SKIPPED)
    assert repeats([FIRST, skipped]) == {"purity": FIRST}
