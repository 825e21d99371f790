import torch


def softmax(scores):
    e = torch.exp(scores - torch.amax(scores, -1, keepdim=True))
    return e / torch.sum(e, -1, keepdim=True)


def attention_scores(Q, K):
    return torch.einsum("id,jd->ji", Q, K)


def attention(Q, K, V):
    w = softmax(attention_scores(Q, K))
    return torch.einsum("ij,jd->id", w, V), w


def self_attention(X, W_q, W_k, W_v):
    proj = lambda W: torch.einsum("ne,ed->nd", X, W)
    return attention(proj(W_q), proj(W_k), proj(W_v))
