"""Extra optional arguments: a mask, a scale, dropout that is off, and the axis of the softmax."""

import math

import torch
import torch.nn.functional as F


def softmax(x, dim=-1):
    e = torch.exp(x - x.max(dim=dim, keepdim=True).values)
    return e / e.sum(dim=dim, keepdim=True)


def attention_scores(query, key, scale=None):
    scale = 1 / math.sqrt(query.size(-1)) if scale is None else scale
    return query @ key.transpose(-2, -1) * scale


def attention(query, key, value, mask=None, scale=None, dropout_p=0.0, training=False):
    scores = attention_scores(query, key, scale)
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = F.dropout(softmax(scores), p=dropout_p, training=training)
    return weights @ value, weights


def self_attention(X, W_q, W_k, W_v, mask=None):
    return attention(X @ W_q, X @ W_k, X @ W_v, mask=mask)
