import numpy as np


def softmax(scores):
    scores -= scores.max(axis=1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=1, keepdims=True)
    return scores


def attention_scores(Q, K):
    return np.matmul(Q, K.T) / np.sqrt(Q.shape[1])


def attention(Q, K, V):
    weights = softmax(attention_scores(Q, K))
    return np.matmul(weights, V), weights


def self_attention(X, W_q, W_k, W_v):
    return attention(np.matmul(X, W_q), np.matmul(X, W_k), np.matmul(X, W_v))
