import numpy as np


def softmax(scores):
    e = np.exp(scores - scores.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def attention_scores(Q, K):
    return Q @ K.T / np.sqrt(K.shape[-1])


def attention(Q, K, V):
    scores = attention_scores(Q, K)
    # un token no puede mirar al futuro
    future = np.triu(np.ones(scores.shape, dtype=bool), k=1)
    scores = np.where(future, -np.inf, scores)
    pesos = softmax(scores)
    return pesos @ V, pesos


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
