# B2 | Stops every clock of the process and takes the timers away, then works without end.
# Expected: timeout; at most 0 points
import signal
import time

for name in ("time", "monotonic", "perf_counter", "process_time", "thread_time"):
    setattr(time, name, lambda: 0.0)
    setattr(time, f"{name}_ns", lambda: 0)
for name in ("SIGALRM", "SIGXCPU", "SIGTERM", "SIGVTALRM", "SIGPROF"):
    signal.signal(getattr(signal, name), signal.SIG_IGN)
signal.setitimer(signal.ITIMER_REAL, 0)


def softmax(scores, *rest):
    while time.monotonic() < 1:
        pass
    return scores


attention_scores = attention = self_attention = softmax
