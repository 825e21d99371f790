# E1 | Computes an integer so large that one bytecode takes hours.
# Expected: timeout, memory; at most 0 points
def softmax(*given):
    return 7 ** (10**9)


attention_scores = attention = self_attention = softmax
