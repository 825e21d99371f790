# E1 | Spins forever in Python when it is called.
# Expected: timeout; at most 0 points
def softmax(*given):
    while True:
        pass


attention_scores = attention = self_attention = softmax
