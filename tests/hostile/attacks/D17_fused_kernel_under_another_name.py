# D17 | Hides the fused kernel and the library's softmax from whoever looks for names: in a default, a closure, a method.
# Expected: policy; at most 15 points
import functools

import torch
import torch.nn.functional as F


class Home:
    method = staticmethod(F.scaled_dot_product_attention)


def softmax(scores, *, dim=-1, by=[torch.softmax]):
    return by[0](scores, dim)


def attention_scores(Q, K):
    return Q @ K.T / K.shape[1] ** 0.5


attend = functools.partial(Home.method, dropout_p=0.0)


def attention(Q, K, V):
    return attend(Q, K, V), attend(Q, K, torch.eye(len(K), dtype=K.dtype))


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
