import torch


def softmax(scores):
    z = scores - scores.max(dim=-1, keepdim=True).values
    return z.exp() / z.exp().sum(dim=-1, keepdim=True)


def attention_scores(Q, K):
    pairs = Q.unsqueeze(1) * K.unsqueeze(0)   # (n_q, n_k, d_k)
    return torch.mean(pairs, dim=-1)


def attention(Q, K, V):
    w = softmax(attention_scores(Q, K))
    out = (w.unsqueeze(-1) * V.unsqueeze(0)).sum(dim=1)
    return out


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
