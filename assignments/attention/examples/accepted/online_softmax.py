"""One pass over the keys with a running maximum and a running sum (online softmax)."""

import torch


def softmax(scores):
    largest = torch.full_like(scores[:, :1], float("-inf"))
    total = torch.zeros_like(largest)
    for j in range(scores.shape[1]):
        column = scores[:, j : j + 1]
        new = torch.maximum(largest, column)
        total = total * torch.exp(largest - new) + torch.exp(column - new)
        largest = new
    return torch.exp(scores - largest) / total


def attention_scores(Q, K):
    return Q @ K.T / Q.shape[1] ** 0.5


def attention(Q, K, V):
    scores = attention_scores(Q, K)
    largest = torch.full_like(scores[:, :1], float("-inf"))
    total = torch.zeros_like(largest)
    output = torch.zeros(Q.shape[0], V.shape[1], dtype=V.dtype)
    for j in range(K.shape[0]):
        column = scores[:, j : j + 1]
        new = torch.maximum(largest, column)
        shrink, grown = torch.exp(largest - new), torch.exp(column - new)
        output = output * shrink + grown * V[j]
        total = total * shrink + grown
        largest = new
    return output / total, torch.exp(scores - largest) / total


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
