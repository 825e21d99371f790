import torch


def softmax(scores):
    m = scores.max(dim=1).values.view(-1, 1)
    num = torch.exp(scores - m)
    return num / num.sum(dim=1).view(-1, 1)


def attention_scores(Q, K):
    n_k, d_k = K.shape
    # K必须转置成 (d_k, n_k)
    Kt = K.reshape(d_k, n_k)
    return Q @ Kt / d_k ** 0.5


def attention(Q, K, V):
    # 权重乘以V
    w = softmax(attention_scores(Q, K))
    return w @ V, w


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
