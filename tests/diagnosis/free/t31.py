import torch


def softmax(scores):
    parts = []
    for vec in torch.unbind(scores, dim=1):
        e = torch.exp(vec - vec.max())
        parts.append(e / e.sum())
    return torch.stack(parts, dim=1)


def attention_scores(Q, K):
    dk = Q.size(1)
    return (Q @ K.t()) * dk ** -0.5


def attention(Q, K, V):
    probs = softmax(attention_scores(Q, K))
    return probs, probs @ V


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
