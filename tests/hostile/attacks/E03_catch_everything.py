# E3 | Catches every exception in an endless loop, so that no polite end reaches it.
# Expected: timeout; at most 0 points
import time


def softmax(*given):
    while True:
        try:
            time.sleep(0.01)
            raise KeyboardInterrupt
        except BaseException:
            continue


attention_scores = attention = self_attention = softmax
