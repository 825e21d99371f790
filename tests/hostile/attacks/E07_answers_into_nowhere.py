# E7 | Puts /dev/null where the channel was, so that answers and questions get lost.
# Expected: protocol, timeout, exit; at most 0 points
import os


def softmax(scores, *rest):
    null = os.open("/dev/null", os.O_RDWR)
    os.dup2(null, 3)
    os.dup2(null, 4)
    return scores


attention_scores = attention = self_attention = softmax
