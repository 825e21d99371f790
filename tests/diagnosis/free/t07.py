import torch


def softmax(scores):
    row_max, _ = torch.max(scores, dim=-1, keepdim=True)
    e = torch.exp(scores - row_max)
    return torch.div(e, torch.sum(e, dim=-1, keepdim=True))


def attention_scores(Q, K):
    d_k = Q.shape[0]
    scale = torch.sqrt(torch.tensor(d_k, dtype=Q.dtype))
    return torch.matmul(Q, K.transpose(0, 1)) / scale


def attention(Q, K, V):
    attn = softmax(attention_scores(Q, K))
    return torch.matmul(attn, V), attn


def self_attention(X, W_q, W_k, W_v):
    Q = torch.matmul(X, W_q)
    K = torch.matmul(X, W_k)
    V = torch.matmul(X, W_v)
    return attention(Q, K, V)
