# E2 | Waits for input: on stdin, and on a pipe of its own that nobody writes to.
# Expected: timeout; at most 0 points
import os
import sys


def softmax(*given):
    sys.stdin.read()
    os.read(os.pipe()[0], 1)


attention_scores = attention = self_attention = softmax
