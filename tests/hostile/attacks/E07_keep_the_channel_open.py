# E7 | Copies the channel to every free descriptor, tries to leave a process with them, and exits.
# Expected: exit; at most 0 points
import os
import time


def softmax(*given):
    for _ in range(200):
        os.dup(4)
        os.set_inheritable(4, True)
    try:
        if os.fork() == 0:
            time.sleep(30)
    finally:
        os._exit(0)


attention_scores = attention = self_attention = softmax
