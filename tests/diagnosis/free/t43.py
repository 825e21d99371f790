import torch


def softmax(scores):
    # numérateur et dénominateur
    numer = torch.exp(scores)
    denom = numer.sum(1, keepdim=True)
    return numer / denom


def produits(Q, K):
    # tous les produits scalaires
    return Q @ K.T


def attention_scores(Q, K):
    return produits(Q, K) / (Q.shape[1] ** 0.5)


def attention(Q, K, V):
    s = produits(Q, K) / (V.shape[1] ** 0.5)
    p = softmax(s)
    return p @ V, p


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
