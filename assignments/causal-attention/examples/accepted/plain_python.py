"""Lists and loops, no library."""

import math


def causal_attention(Q, K, V):
    Q, K, V = ([list(map(float, row)) for row in matrix] for matrix in (Q, K, V))
    weights, output = [], []
    for i, q in enumerate(Q):
        scores = [sum(a * b for a, b in zip(q, k)) / math.sqrt(len(q)) for k in K[: i + 1]]
        largest = max(scores)
        exponentials = [math.exp(s - largest) for s in scores]
        row = [e / sum(exponentials) for e in exponentials] + [0.0] * (len(K) - i - 1)
        weights.append(row)
        output.append([sum(w * v[c] for w, v in zip(row, V)) for c in range(len(V[0]))])
    return output, weights
