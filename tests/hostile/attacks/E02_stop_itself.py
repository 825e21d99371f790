# E2 | Stops itself by signal and waits for another signal if that does not work.
# Expected: timeout; at most 0 points
import os
import signal


def softmax(*given):
    os.kill(os.getpid(), signal.SIGSTOP)
    os.kill(os.getpid(), signal.SIGTSTP)
    signal.pause()


attention_scores = attention = self_attention = softmax
