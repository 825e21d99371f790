"""Waits for real workers, called off and not."""

import time

import pytest

from grader import wire
from grader.sandbox.forkserver import ForkLauncher
from grader.sandbox.interruptible import Interruptible
from grader.sandbox.life import End, LifeEndedError


class ToldOffError(BaseException):
    """What a look may raise."""


@pytest.fixture(scope="module")
def launcher():
    with ForkLauncher() as launcher:
        yield launcher


def life_that(launcher, source, look):
    """A life that is asked to import `source`."""
    life = Interruptible(launcher, look).start()
    life.receive(180)
    load = wire.Load("attention", "attention.py", (("attention.py", source.encode()),), (), memory_growth=2**28)
    life.send(wire.encode(load, 0), 10)
    return life


def test_a_look_ends_a_wait_and_the_launcher_serves_on(launcher):
    looks = iter([None, None, ToldOffError()])

    def look() -> None:
        if error := next(looks):
            raise error

    life = life_that(launcher, "while True: pass", look)
    with pytest.raises(ToldOffError):
        life.receive(60)
    life.end()
    life = life_that(launcher, "print('here')", int)
    _, reply = wire.decode(life.receive(60), wire.FROM_WORKER)
    assert isinstance(reply, wire.Loaded)
    assert life.end().stdout == "here\n"


def test_many_short_waits_are_looked_at_as_a_long_one(launcher):
    seen = []
    interruptible = Interruptible(launcher, lambda: seen.append(1))
    deadline = time.monotonic() + 60
    while len(seen) < 3 and time.monotonic() < deadline:
        life = interruptible.start()
        life.receive(180)
        life.end()
    assert len(seen) == 3


def test_an_answer_after_many_looks_is_received_whole(launcher):
    seen = []
    life = life_that(
        launcher, "import time\nfor _ in range(5):\n  time.sleep(0.1)\n  print('.')", lambda: seen.append(1)
    )
    _, reply = wire.decode(life.receive(60), wire.FROM_WORKER)
    life.end()
    assert isinstance(reply, wire.Loaded)
    assert len(seen) >= 2


def test_the_clock_is_the_callers(launcher):
    life = life_that(launcher, "import time; time.sleep(60)", int)
    began = time.monotonic()
    with pytest.raises(LifeEndedError) as ended:
        life.receive(0.35)
    life.end()
    assert ended.value.end is End.DEADLINE
    assert time.monotonic() - began >= 0.35


def test_a_worker_that_ends_is_told_at_once(launcher):
    life = life_that(launcher, "import os; os._exit(3)", int)
    with pytest.raises(LifeEndedError) as ended:
        life.receive(60)
    life.end()
    assert (ended.value.end, ended.value.number) == (End.EXITED, 3)
