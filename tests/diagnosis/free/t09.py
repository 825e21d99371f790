import torch


def softmax(scores):
    # стабильный софтмакс: вычитаем максимум
    shift = scores.max()
    e = torch.exp(scores - shift)
    s = e.sum(dim=1, keepdim=True)
    return e / s


def attention_scores(Q, K):
    # скалярные произведения, делённые на корень
    return (Q @ K.t()).div(Q.shape[1] ** 0.5)


def attention(Q, K, V):
    w = softmax(attention_scores(Q, K))
    return w @ V, w


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
