"""A worker that is a function: what the judge says goes in, a message, raw bytes or the end of the life comes out."""

import numpy as np

from grader import wire
from grader.judge import reading
from grader.sandbox.life import End, LifeEndedError, Output
from reference import attention as right

READY = wire.Ready((("python", "3"), ("torch", "2"), ("numpy", "2")))
FUNCTIONS = ("softmax", "attention_scores", "attention", "self_attention")
LOADED = wire.Loaded(FUNCTIONS, ("torch",), FUNCTIONS)


class FakeLife:
    """Answers each frame with what `respond(message)` returns."""

    def __init__(self, respond, ready=READY):
        self.respond, self.ended = respond, False
        self._next = wire.encode(ready, 0) if isinstance(ready, wire.Ready) else ready

    def send(self, frame, seconds):
        number, message = wire.decode(frame, wire.FROM_JUDGE)
        reply = self.respond(message)
        self._next = reply if isinstance(reply, (bytes, LifeEndedError)) else wire.encode(reply, number)

    def receive(self, seconds):
        if isinstance(self._next, LifeEndedError):
            raise self._next
        return self._next

    def end(self):
        self.ended = True
        return Output("printed\n", "", truncated=False)


class FakeLauncher:
    """Starts fake lives, each with the same function."""

    level, layers = "none", ()

    def __init__(self, respond, ready=READY):
        self.respond, self.ready, self.lives = respond, ready, []

    def start(self):
        self.lives.append(FakeLife(self.respond, self.ready))
        return self.lives[-1]


def right_answer(message):
    """What an honest, right submission says."""
    if isinstance(message, wire.Load):
        return LOADED
    arguments = [reading.array(block) for _, block in message.arguments]
    result = getattr(right, message.function)(*arguments)
    values = tuple(result) if isinstance(result, tuple) else (result,)
    packing = wire.Packing.TUPLE if len(values) > 1 else wire.Packing.SINGLE
    blocks = tuple(reading.block(np.asarray(value, dtype=arguments[0].dtype)) for value in values)
    return wire.Answer(packing, blocks, tuple(block for _, block in message.arguments) if message.echo else ())


def died(end=End.DEADLINE, number=0):
    """A life that ends at every call."""

    def respond(message):
        return LOADED if isinstance(message, wire.Load) else LifeEndedError(end, number)

    return respond
