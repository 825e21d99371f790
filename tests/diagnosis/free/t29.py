import torch


def softmax(scores):
    shifted = scores - scores.max(dim=1, keepdim=True).values
    return shifted.exp() / shifted.exp().sum(dim=1, keepdim=True)


def attention_scores(Q, K):
    return Q @ K.T / Q.shape[1] ** 0.5


def attention(Q, K, V):
    S = Q @ K.T
    A = torch.softmax(S, dim=0)
    return A @ V, A


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
