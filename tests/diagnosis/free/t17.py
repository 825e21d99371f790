import torch


def softmax(scores):
    """exp / sum of exp, per row"""
    scores = scores - torch.max(scores, dim=1, keepdim=True).values
    exp = torch.exp(scores)
    return exp / torch.sum(exp, dim=1, keepdim=True)


def attention_scores(Q, K):
    """QK^T / sqrt(d_k)"""
    return torch.mm(Q, K.T) / torch.sqrt(torch.tensor(float(Q.shape[1]), dtype=Q.dtype))


def attention(Q, K, V):
    w = softmax(attention_scores(Q, K))
    return torch.mm(w, V), w


def self_attention(X, W_q, W_k, W_v):
    Q = X @ W_q
    K = X @ W_k
    V = X @ W_v
    out, w = attention(Q, K, V)
    return out
