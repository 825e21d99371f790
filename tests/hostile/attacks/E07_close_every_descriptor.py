# E7 | Closes every descriptor that it has and lives on.
# Expected: protocol, timeout; at most 0 points
import os
import time


def softmax(*given):
    os.closerange(0, 4096)
    time.sleep(10_000)


attention_scores = attention = self_attention = softmax
