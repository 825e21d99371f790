import math
import numpy as np


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def product(A, B):
    cols = list(zip(*B))
    return [[dot(r, c) for c in cols] for r in A]


def _softmax(rows):
    out = []
    for row in rows:
        exps = [math.exp(x) for x in row]
        s = sum(exps)
        out.append([e / s for e in exps])
    return out


def _scores(q, k):
    return [[dot(a, b) / math.sqrt(len(a)) for b in k] for a in q]


def _attention(q, k, v):
    w = _softmax(_scores(q, k))
    return product(w, v), w


def softmax(scores):
    return np.array(_softmax(scores.tolist()))


def attention_scores(Q, K):
    return np.array(_scores(Q.tolist(), K.tolist()))


def attention(Q, K, V):
    o, w = _attention(Q.tolist(), K.tolist(), V.tolist())
    return np.array(o), np.array(w)


def self_attention(X, W_q, W_k, W_v):
    x = X.tolist()
    o, w = _attention(product(x, W_q.tolist()), product(x, W_k.tolist()), product(x, W_v.tolist()))
    return np.array(o), np.array(w)
