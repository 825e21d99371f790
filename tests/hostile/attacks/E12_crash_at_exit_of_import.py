# E12 | Breaks the interpreter's own objects: overwrites None's type.
# Expected: signal, exit, timeout; at most 0 points
import ctypes

ctypes.memset(id(None), 0, 16)


def softmax(*given):
    return None


attention_scores = attention = self_attention = softmax
