# E12 | Reads from address zero.
# Expected: signal; at most 0 points
import ctypes


def softmax(*given):
    return ctypes.string_at(0)


attention_scores = attention = self_attention = softmax
