import math
import torch


def softmax(scores):
    maximum = torch.max(scores, dim=-1, keepdim=True)[0]
    exponentials = torch.exp(scores - maximum)
    normaliser = torch.sum(exponentials, dim=-1, keepdim=True)
    return exponentials / normaliser


def attention_scores(Q, K):
    d_k = Q.shape[-1]
    return torch.matmul(Q, K.transpose(-1, -2)) / math.sqrt(d_k)


def attention(Q, K, V):
    d_k = Q.shape[-1]
    scores = attention_scores(Q, K)
    # step 2: scale
    scores = scores / math.sqrt(d_k)
    # step 3: softmax
    weights = softmax(scores)
    # step 4: weighted sum
    output = torch.matmul(weights, V)
    return output, weights


def self_attention(X, W_q, W_k, W_v):
    Q = torch.matmul(X, W_q)
    K = torch.matmul(X, W_k)
    V = torch.matmul(X, W_v)
    output, weights = attention(Q, K, V)
    return output, weights
