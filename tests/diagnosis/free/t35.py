import torch


def softmax(scores):
    e = torch.exp(scores - scores.max(dim=1, keepdim=True)[0])
    return e / e.sum(dim=0)


def attention_scores(Q, K):
    d_k = K.shape[1]
    scores = Q @ K.T
    scores = scores / d_k ** 0.5
    return scores


def attention(Q, K, V):
    weights = softmax(attention_scores(Q, K))
    output = weights @ K
    return output, weights


def self_attention(X, W_q, W_k, W_v):
    Q = X @ W_q
    K = X @ W_k
    V = X @ W_v
    return attention(Q, K, V)
