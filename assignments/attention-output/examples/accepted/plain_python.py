"""Lists and loops, no library."""

import math


def attention(Q, K, V):
    output = []
    for q in Q:
        scores = [sum(float(a) * float(b) for a, b in zip(q, k)) / math.sqrt(len(k)) for k in K]
        largest = max(scores)
        e = [math.exp(s - largest) for s in scores]
        output.append([sum(w * float(v[c]) for w, v in zip(e, V)) / sum(e) for c in range(len(V[0]))])
    return output
