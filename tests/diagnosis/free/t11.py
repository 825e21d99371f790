import math

import torch


def softmax(scores):
    scores = scores - scores.max(dim=-1, keepdim=True).values
    p = scores.exp()
    return p / p.sum(dim=-1, keepdim=True)


def attention_scores(Q, K):
    return Q.matmul(K.transpose(-2, -1)) * (1 / math.sqrt(Q.size(-1)))


def attention(Q, K, V):
    p = softmax(attention_scores(Q, K))
    return p.matmul(V), p


def self_attention(X, W_q, W_k, W_v):
    n, d = X.shape
    q = X.matmul(W_q)
    k = X.matmul(W_k)
    v = X.matmul(W_v)
    p = softmax(q.matmul(k.transpose(-2, -1)) * (1 / math.sqrt(d)))
    return p.matmul(v), p
