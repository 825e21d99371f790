# E16 | Allows itself core files and aborts.
# Expected: signal; at most 0 points
import ctypes
import os
import resource


def softmax(*given):
    try:
        resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    except (OSError, ValueError) as error:
        print(error)
    ctypes.CDLL(None).prctl(4, 1, 0, 0, 0)
    os.abort()


attention_scores = attention = self_attention = softmax
