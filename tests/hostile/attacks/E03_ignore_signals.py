# E3 | Ignores and blocks every signal, disarms alarms and spins.
# Expected: timeout; at most 0 points
import contextlib
import signal


def softmax(*given):
    for number in signal.valid_signals():
        with contextlib.suppress(OSError, ValueError):
            signal.signal(number, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    signal.setitimer(signal.ITIMER_REAL, 0)
    while True:
        pass


attention_scores = attention = self_attention = softmax
