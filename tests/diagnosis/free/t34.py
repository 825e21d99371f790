import numpy as np


def softmax(scores):
    n, m = scores.shape
    P = np.empty((n, m))
    for i in range(n):
        total = 0
        for j in range(m):
            P[i, j] = np.exp(scores[i, j])
            total = total + P[i, j]
        for j in range(m):
            P[i, j] = P[i, j] / total
    return P


def attention_scores(Q, K):
    S = np.empty((Q.shape[0], K.shape[0]))
    for i in range(Q.shape[0]):
        for j in range(K.shape[0]):
            s = 0
            for t in range(Q.shape[1]):
                s = s + Q[i, t] * K[j, t]
            S[i, j] = s
    return S


def attention(Q, K, V):
    P = softmax(attention_scores(Q, K))
    out = np.empty((Q.shape[0], V.shape[1]))
    for i in range(out.shape[0]):
        for c in range(out.shape[1]):
            out[i, c] = sum(P[i, j] * V[j, c] for j in range(V.shape[0]))
    return out, P


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
