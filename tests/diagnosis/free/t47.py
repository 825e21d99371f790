import torch


def softmax(scores):
    m = scores.max(dim=-1, keepdim=True).values
    return torch.exp(scores - m) / torch.exp(scores).sum(dim=-1, keepdim=True)


def attention_scores(Q, K):
    seq_len = Q.size(0)
    scores = torch.matmul(Q, K.T)
    scores = scores / (seq_len ** 0.5)
    return scores


def attention(Q, K, V):
    attn = softmax(attention_scores(Q, K))
    return torch.matmul(attn, V), attn


def self_attention(X, W_q, W_k, W_v):
    return attention(X.matmul(W_q), X.matmul(W_k), X.matmul(W_v))
