# E10 | Writes 64 MB to stdout.
# Expected: output; at most 0 points
import os


def softmax(*given):
    for _ in range(64):
        os.write(1, b"flood " * 180_000)


attention_scores = attention = self_attention = softmax
