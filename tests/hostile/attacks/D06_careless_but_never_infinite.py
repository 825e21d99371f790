# D6 | Takes no maximum off the scores and works in half precision, and hides what overflows by replacing it.
# Expected: wrong; at most 70 points
import torch


def softmax(scores):
    e = torch.exp(scores.float()).nan_to_num(posinf=3e38) + 1e-9
    return (e / e.sum(-1, keepdim=True)).to(scores.dtype)


def attention_scores(Q, K):
    return (Q.half().float() @ K.half().float().T).to(Q.dtype) / K.shape[1] ** 0.5


def attention(Q, K, V):
    weights = softmax(attention_scores(Q, K))
    return weights @ V, weights


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
