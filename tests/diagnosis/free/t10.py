import math
import numpy as np


def softmax(scores):
    rows = len(scores)
    cols = len(scores[0])
    out = np.zeros((rows, cols))
    for j in range(cols):
        biggest = scores[0][j]
        for i in range(rows):
            if scores[i][j] > biggest:
                biggest = scores[i][j]
        total = 0.0
        for i in range(rows):
            out[i][j] = math.exp(scores[i][j] - biggest)
            total += out[i][j]
        for i in range(rows):
            out[i][j] = out[i][j] / total
    return out


def attention_scores(Q, K):
    d = len(Q[0])
    S = np.zeros((len(Q), len(K)))
    for i in range(len(Q)):
        for j in range(len(K)):
            acc = 0.0
            for t in range(d):
                acc += Q[i][t] * K[j][t]
            S[i][j] = acc / math.sqrt(d)
    return S


def attention(Q, K, V):
    W = softmax(attention_scores(Q, K))
    O = np.zeros((len(Q), len(V[0])))
    for i in range(len(Q)):
        for c in range(len(V[0])):
            for j in range(len(K)):
                O[i][c] += W[i][j] * V[j][c]
    return O, W


def matmul(A, B):
    C = np.zeros((len(A), len(B[0])))
    for i in range(len(A)):
        for c in range(len(B[0])):
            for t in range(len(B)):
                C[i][c] += A[i][t] * B[t][c]
    return C


def self_attention(X, W_q, W_k, W_v):
    return attention(matmul(X, W_q), matmul(X, W_k), matmul(X, W_v))
