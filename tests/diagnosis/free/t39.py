import torch
from math import sqrt


def softmax(scores):
    top = torch.exp(scores)
    bottom = top.sum(dim=1, keepdim=True)
    return top / bottom


def attention_scores(Q, K):
    return torch.matmul(Q, K.T) / sqrt(Q.shape[1])


def attention(Q, K, V):
    weights = attention_scores(Q, K).softmax(dim=0)
    return torch.matmul(weights, V), weights


def self_attention(X, W_q, W_k, W_v):
    return attention(torch.matmul(X, W_q), torch.matmul(X, W_k), torch.matmul(X, W_v))
