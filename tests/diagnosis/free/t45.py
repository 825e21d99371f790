import torch


def softmax(scores):
    top, _ = scores.max(dim=-1, keepdim=True)
    ex = (scores - top).exp()
    return ex / ex.sum(dim=-1, keepdim=True)


def attention_scores(Q, K):
    q_times_k = Q @ K.transpose(-2, -1)
    return q_times_k


def attention(Q, K, V):
    sim = attention_scores(Q, K)
    tri = torch.tril(torch.ones_like(sim))
    sim = sim.masked_fill(tri == 0, float("-inf"))
    probs = softmax(sim)
    return probs @ V, probs


def self_attention(X, W_q, W_k, W_v):
    q, k, v = X @ W_q, X @ W_k, X @ W_v
    return attention(q, k, v)
