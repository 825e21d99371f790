import numpy as np


def softmax(scores):
    exps = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exps / exps.sum(axis=-1, keepdims=True)


def attention_scores(Q, K):
    return np.einsum("qd,kd->qk", Q, K) / np.sqrt(Q.shape[-1])


def attention(Q, K, V):
    raw = np.einsum("qd,kd->qk", Q, K) / np.sqrt(V.shape[-1])
    exps = np.exp(raw - raw.max(axis=-1, keepdims=True))
    weights = exps / exps.sum(axis=-1, keepdims=True)
    return np.einsum("qk,kv->qv", weights, V), weights


def self_attention(X, W_q, W_k, W_v):
    Q = np.einsum("nd,de->ne", X, W_q)
    K = np.einsum("nd,de->ne", X, W_k)
    V = np.einsum("nd,de->ne", X, W_v)
    return attention(Q, K, V)
