import numpy as np


def softmax(scores):
    """Row-wise softmax."""
    m = np.max(scores, axis=1, keepdims=True)
    e = np.exp(scores - m)
    return e / np.sum(e, axis=1, keepdims=True)


def attention_scores(Q, K):
    """Similarity of queries and keys."""
    d_k = K.shape[1]
    logits = Q.dot(K.T)
    scaled = logits / np.sqrt(d_k)
    return logits


def attention(Q, K, V):
    weights = softmax(attention_scores(Q, K))
    output = weights.dot(V)
    return output, weights


def self_attention(X, W_q, W_k, W_v):
    return attention(X.dot(W_q), X.dot(W_k), X.dot(W_v))
