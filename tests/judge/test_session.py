"""The talk: one question at a time, fresh lives after lost ones, causes from what was seen."""

import signal

import numpy as np
import pytest

from grader import wire
from grader.checks.case import Failure
from grader.errors import EnvironmentFaultError
from grader.judge.session import GIVE_UP, Session
from grader.manifest import Limits
from grader.report import Cause
from grader.sandbox.life import End, LifeEndedError
from tests.judge.fake_life import FUNCTIONS, LOADED, FakeLauncher, died, right_answer

LIMITS = Limits(import_seconds=1, call_seconds=1, total_seconds=100, memory_mb=100)
WANTED = tuple(wire.Wanted((name,), ()) for name in FUNCTIONS)
SCORES = {"scores": np.eye(3)}


def session(respond, ready=None, limits=LIMITS):
    launcher = FakeLauncher(respond) if ready is None else FakeLauncher(respond, ready)
    load = wire.Load("attention", "attention.py", (("attention.py", b""),), WANTED)
    return Session(launcher, load, limits, lambda file, line: f"line {line}"), launcher


def replying(reply):
    return lambda message: LOADED if isinstance(message, wire.Load) else reply


def ask(talk, function="softmax"):
    return talk.ask(function, SCORES, arrays=False)


def test_a_right_answer_comes_back():
    talk, launcher = session(right_answer)
    assert talk.open() is None
    assert isinstance(ask(talk), wire.Answer)
    assert isinstance(ask(talk), wire.Answer)
    assert len(launcher.lives) == 1


def test_a_lost_life_costs_one_question_and_the_next_goes_to_a_fresh_one():
    turns = iter([LOADED, LifeEndedError(End.DEADLINE), LOADED])
    talk, launcher = session(lambda message: next(turns, None) or right_answer(message))
    talk.open()
    assert ask(talk).cause is Cause.TIMEOUT
    assert isinstance(ask(talk), wire.Answer)
    assert [life.ended for life in launcher.lives] == [True, False]


def test_a_function_that_ends_lives_is_given_up_and_the_others_go_on():
    def respond(message):
        if isinstance(message, wire.Call) and message.function == "softmax":
            return LifeEndedError(End.SIGNALLED, signal.SIGSEGV)
        return right_answer(message)

    talk, launcher = session(respond)
    talk.open()
    failures = [ask(talk) for _ in range(GIVE_UP + 3)]
    assert {failure.cause for failure in failures} == {Cause.SIGNAL}
    assert "not called again" in failures[-1].message
    assert len(launcher.lives) == GIVE_UP
    scores = talk.ask("attention_scores", {"Q": np.eye(3), "K": np.eye(3)}, arrays=False)
    assert isinstance(scores, wire.Answer)


def test_an_exception_does_not_end_the_life():
    talk, launcher = session(replying(wire.Failed(wire.Fault.EXCEPTION, "ValueError", "no", "attention.py", 7, "x")))
    talk.open()
    for _ in range(GIVE_UP + 2):
        assert ask(talk).cause is Cause.EXCEPTION
    assert len(launcher.lives) == 1
    assert "raised ValueError: no (line 7: x)" in ask(talk).message


@pytest.mark.parametrize(
    ("reply", "cause"),
    [
        (LifeEndedError(End.DEADLINE), Cause.TIMEOUT),
        (LifeEndedError(End.EXITED, 0), Cause.EXIT),
        (LifeEndedError(End.FLOODED), Cause.OUTPUT),
        (LifeEndedError(End.GARBLED, detail="what"), Cause.PROTOCOL),
        (LifeEndedError(End.SIGNALLED, signal.SIGSEGV), Cause.SIGNAL),
        (LifeEndedError(End.SIGNALLED, signal.SIGXCPU), Cause.TIMEOUT),
        (LifeEndedError(End.SIGNALLED, signal.SIGXFSZ), Cause.DISK),
        (LifeEndedError(End.SIGNALLED, 63), Cause.SIGNAL),
        (wire.Failed(wire.Fault.EXCEPTION, "E", ""), Cause.EXCEPTION),
        (wire.Failed(wire.Fault.EXIT, "SystemExit", "0"), Cause.EXIT),
        (wire.Failed(wire.Fault.MEMORY, "MemoryError", ""), Cause.MEMORY),
        (wire.Failed(wire.Fault.PROCESSES, "RuntimeError", "can't start new thread"), Cause.PROCESSES),
        (wire.Failed(wire.Fault.POLICY, "DeniedCallError", "write it"), Cause.POLICY),
        (b"GRD1 and then nonsense", Cause.PROTOCOL),
        (wire.encode(wire.Answer(wire.Packing.NOTHING, ()), 99), Cause.PROTOCOL),
        (LOADED, Cause.PROTOCOL),
    ],
)
def test_every_way_to_fail_has_its_cause_at_a_call_and_at_the_import(reply, cause):
    talk, _ = session(replying(reply))
    talk.open()
    failure = ask(talk)
    assert failure.cause is cause
    assert failure.message.startswith("softmax(scores (3, 3))")
    if reply is LOADED:
        return
    talk, _ = session(lambda message: reply)
    failure = talk.open()
    assert failure.cause is (Cause.IMPORT if cause is Cause.EXCEPTION else cause)
    assert failure.message.startswith("Importing attention.py")


@pytest.mark.parametrize("found", [(), ("softmax",), ("os.system", *FUNCTIONS[1:])])
def test_functions_that_nobody_asked_for_are_a_broken_talk(found):
    talk, _ = session(lambda message: wire.Loaded(found, (), ()))
    assert talk.open().cause is Cause.PROTOCOL


@pytest.mark.parametrize("ready", [LifeEndedError(End.EXITED, 1), b"", wire.encode(LOADED, 0)])
def test_a_worker_that_cannot_start_is_the_machines_fault(ready):
    talk, launcher = session(right_answer, ready)
    with pytest.raises(EnvironmentFaultError, match="torch"):
        talk.open()
    assert launcher.lives[0].ended


def test_when_the_total_time_is_over_nothing_is_asked():
    talk, launcher = session(right_answer, limits=LIMITS.model_copy(update={"total_seconds": 1e-9}))
    talk.open()
    failure = ask(talk)
    assert isinstance(failure, Failure)
    assert failure.cause is Cause.TIMEOUT
    assert len(launcher.lives) == 1


def test_what_all_lives_printed_is_kept_in_order():
    talk, launcher = session(died())
    talk.open()
    ask(talk)
    ask(talk)
    assert talk.close().stdout == "printed\n" * len(launcher.lives)
    assert all(life.ended for life in launcher.lives)


def test_long_messages_of_a_submission_are_cut():
    talk, _ = session(replying(wire.Failed(wire.Fault.EXCEPTION, "E" * 5000, "m" * 5000, "f", 1, "c" * 5000)))
    talk.open()
    assert len(ask(talk).message) < 1000
