"""A control for rigged tensors: returns an honest subclass that adds a method."""

import torch


class Weights(torch.Tensor):
    def strongest(self):
        return self.argmax(-1)


def softmax(scores):
    e = torch.exp(scores - scores.max(dim=-1, keepdim=True).values)
    return (e / e.sum(dim=-1, keepdim=True)).as_subclass(Weights)


def attention_scores(Q, K):
    return Q @ K.T / K.shape[1] ** 0.5


def attention(Q, K, V):
    weights = softmax(attention_scores(Q, K))
    return weights @ V, weights


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
