"""Lists and loops, no library."""

import math


def cross_attention(Q, K, V, mask=None):
    outputs, all_weights = [], []
    for b in range(len(Q)):
        rows, mixed = [], []
        for q in Q[b].tolist():
            scores = [sum(x * y for x, y in zip(q, k)) / math.sqrt(len(q)) for k in K[b].tolist()]
            if mask is not None:
                scores = [s if seen else -math.inf for s, seen in zip(scores, mask[b].tolist())]
            largest = max(scores)
            exponentials = [math.exp(s - largest) for s in scores]
            row = [e / sum(exponentials) for e in exponentials]
            rows.append(row)
            mixed.append([sum(w * v[c] for w, v in zip(row, V[b].tolist())) for c in range(V.shape[-1])])
        outputs.append(mixed)
        all_weights.append(rows)
    return outputs, all_weights
