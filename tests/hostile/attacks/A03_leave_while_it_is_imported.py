# A3 | Leaves by the interpreter's clean exit, with status 0, while it is imported.
# Expected: exit; at most 0 points
import sys


def softmax(scores, *rest):
    return scores


attention_scores = attention = self_attention = softmax
print("all tests passed")
sys.exit(0)
