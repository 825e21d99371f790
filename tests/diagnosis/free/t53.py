import torch

def softmax(scores):
    e = torch.exp(scores)
    return e / torch.sum(e, 0)

def attention_scores(Q, K):
    return Q @ K.T

def attention(Q, K, V):
    A = softmax(attention_scores(Q, K))
    return A @ V, A

def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
