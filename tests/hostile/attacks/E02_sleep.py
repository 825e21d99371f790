# E2 | Sleeps, so that no processor time is used.
# Expected: timeout; at most 0 points
import time


def softmax(*given):
    time.sleep(10_000)


attention_scores = attention = self_attention = softmax
