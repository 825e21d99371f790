import numpy as np


def softmax(scores):
    flat = scores.ravel()
    flat = np.exp(flat - flat.max())
    flat = flat / flat.sum()
    return flat.reshape(scores.shape)


def attention_scores(Q, K):
    return (Q @ K.T) / np.sqrt(Q.shape[-1])


def _run(Q, K, V):
    w = softmax(attention_scores(Q, K))
    return {"weights": w, "output": w @ V}


def attention(Q, K, V):
    return tuple(_run(Q, K, V).values())


def self_attention(X, W_q, W_k, W_v):
    return tuple(_run(X @ W_q, X @ W_k, X @ W_v).values())
