import torch


def softmax(scores):
    a = scores.exp()
    b = a.sum(dim=-1, keepdim=True)
    return a / b


def attention_scores(Q, K):
    n, _ = K.shape
    return torch.matmul(Q, K.permute(1, 0)) / torch.sqrt(torch.tensor(n, dtype=Q.dtype))


def attention(Q, K, V):
    w = softmax(attention_scores(Q, K))
    return torch.matmul(w, V), w


def self_attention(X, W_q, W_k, W_v):
    q = X @ W_q
    k = X @ W_k
    v = X @ W_k
    return attention(q, k, v)
