import math
import torch


def softmax(scores):
    x = torch.exp(scores)
    return x / x.sum(-1, keepdim=True)


def attention_scores(Q, K):
    # divide by the square root of the dimension of the keys
    return torch.matmul(Q, K.T) / math.sqrt(len(K))


def attention(Q, K, V):
    a = softmax(attention_scores(Q, K))
    z = torch.matmul(a, V)
    return z, a


def self_attention(X, W_q, W_k, W_v):
    q = torch.matmul(X, W_q)
    k = torch.matmul(X, W_k)
    v = torch.matmul(X, W_v)
    return attention(q, k, v)
