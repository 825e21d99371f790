# D16 | Calls the fused kernel and the library's softmax by names that are put together when they are called.
# Expected: policy; at most 0 points
import importlib

import torch


def softmax(scores):
    return getattr(torch, "soft" + "max")(scores, dim=-1)


def attention_scores(Q, K):
    return None


def attention(Q, K, V):
    library = importlib.import_module(".".join(("torch", "nn", "functional")))
    fused = vars(library)["_".join(("scaled", "dot", "product", "attention"))]
    return fused(Q, K, V), fused(Q, K, torch.eye(len(K), dtype=K.dtype))


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
