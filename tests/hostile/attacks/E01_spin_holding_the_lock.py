# E1 | Spins in native code that never lets go of the interpreter lock.
# Expected: timeout; at most 0 points
import re


def softmax(*given):
    return re.match(r"(a|aa)+$", "a" * 200 + "b")


attention_scores = attention = self_attention = softmax
