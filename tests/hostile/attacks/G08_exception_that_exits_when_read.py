# G8 | Raises an error whose text ends the interpreter when somebody asks for it.
# Expected: exit, exception; at most 0 points
import os


class Hostile(Exception):
    def __str__(self):
        raise SystemExit(0)

    def __repr__(self):
        os._exit(0)


def softmax(*given):
    raise Hostile


attention_scores = attention = self_attention = softmax
