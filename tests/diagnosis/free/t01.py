import torch


def softmax(scores):
    ex = torch.exp(scores - scores.amax(0, keepdim=True))
    return ex / ex.sum(0, keepdim=True)


def attention_scores(Q, K):
    return Q @ K.T / Q.shape[-1] ** 0.5


def attention(Q, K, V):
    w = softmax(attention_scores(Q, K))
    return w @ V, w


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
