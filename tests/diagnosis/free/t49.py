import torch


def softmax(scores):
    e = torch.exp(scores - scores.max(dim=0).values)
    return e / e.sum(dim=0)


def attention_scores(Q, K):
    return Q @ K.T / Q.shape[-1] ** 0.5


def attention(Q, K, V):
    w = softmax(attention_scores(Q, K))
    return w @ V, w


def self_attention(X, W_q, W_k, W_v):
    # y = x W^T, like nn.Linear
    Q = X @ W_q.T
    K = X @ W_k.T
    V = X @ W_v.T
    return attention(Q, K, V)
