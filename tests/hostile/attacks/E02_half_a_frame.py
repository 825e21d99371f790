# E2 | Writes half a header of a frame to the channel and waits.
# Expected: timeout; at most 0 points
import os
import time


def softmax(*given):
    os.write(4, b"GRD1\x0d")
    time.sleep(10_000)


attention_scores = attention = self_attention = softmax
