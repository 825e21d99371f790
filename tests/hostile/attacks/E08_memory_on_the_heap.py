# E8 | Takes memory on the heap up to 3 GB, and goes on with smaller pieces when it is refused.
# Expected: memory; at most 0 points
def softmax(*given):
    kept, piece = [], 64 << 20
    while len(kept) < 100 and sum(map(len, kept)) < 3 << 30:
        try:
            kept.append(b"x" * piece)
        except MemoryError:
            if piece <= 1 << 20:
                raise
            piece //= 2
    return kept


attention_scores = attention = self_attention = softmax
