# D16 | Calls the fused kernel and the library's softmax below the functions that have names: as operators of torch.ops.
# Expected: policy; at most 15 points
import torch


def softmax(scores):
    return torch.ops.aten._softmax(scores, -1, False)


def attention_scores(Q, K):
    return Q @ K.T / K.shape[1] ** 0.5


def attention(Q, K, V):
    fused = torch.ops.aten.scaled_dot_product_attention
    return fused(Q, K, V), fused(Q, K, torch.eye(len(K), dtype=K.dtype))


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
