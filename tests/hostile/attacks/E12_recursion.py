# E12 | Recurses without end.
# Expected: exception; at most 0 points
def softmax(*given):
    return softmax(*given)


attention_scores = attention = self_attention = softmax
