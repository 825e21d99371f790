import math
import torch
import torch.nn.functional as F


def softmax(scores):
    s = scores.exp()
    return s / s.sum(dim=-1).unsqueeze(-1)


def attention_scores(Q, K):
    return torch.mm(Q, K.t()) / math.sqrt(K.size(1))


def attention(Q, K, V):
    # the handout says the library one is ok here
    A = F.softmax(attention_scores(Q, K), dim=-1)
    return torch.mm(A, V), A


def self_attention(X, W_q, W_k, W_v):
    q, k, v = (torch.mm(X, w) for w in (W_q, W_k, W_v))
    return attention(q, k, v)
