# E10 | Writes 64 MB of zero bytes to stderr at import.
# Expected: output; at most 0 points
import os

for _ in range(64):
    os.write(2, bytes(1 << 20))


def softmax(*given):
    return None


attention_scores = attention = self_attention = softmax
