# A3 | Ends the interpreter at once when a function is called, with exit status 0.
# Expected: exit; at most 0 points
import os


def softmax(scores):
    os._exit(0)


attention_scores = attention = self_attention = softmax
