# D12 | Looks into the request pipe for the questions to come, to work on all of them within the first call.
# Expected: wrong, shape, missing, dtype; at most 0 points
import array
import fcntl
import os
import select
import termios

AHEAD = []


def look():
    waiting = array.array("i", [0])
    fcntl.ioctl(3, termios.FIONREAD, waiting)
    if waiting[0] or select.select([3], [], [], 0.005)[0]:
        AHEAD.append(os.read(3, 1 << 20))
    return AHEAD


look()


def softmax(scores, *rest):
    return look() or None


attention_scores = attention = self_attention = softmax
