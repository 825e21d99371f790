import torch
import math


def softmax(scores):
    mx = scores.max(dim=-1, keepdim=True)[0]
    ex = torch.exp(scores - mx)
    return ex / ex.sum(dim=-1, keepdim=True)


def attention_scores(Q, K):
    return torch.matmul(Q, K.T) / math.sqrt(K.shape[-1])


def attention(Q, K, V):
    scores = attention_scores(Q, K)
    alpha = softmax(scores)
    context = torch.matmul(scores, V)
    return context, alpha


def self_attention(X, W_q, W_k, W_v):
    return attention(torch.matmul(X, W_q), torch.matmul(X, W_k), torch.matmul(X, W_v))
