"""A control for walls around the libraries: arithmetic in half precision, quantising and threads of torch's own work."""

import torch

assert torch.get_num_threads() >= 1
for kind in (torch.float16, torch.bfloat16):
    small = torch.linspace(-2, 2, 96).reshape(8, 12).to(kind)
    print(
        "in",
        kind,
        torch.exp(small).sum().item(),
        (small @ small.T).float().mean().item(),
        torch.softmax(small, -1)[0, 0],
    )


def softmax(scores):
    e = torch.exp(scores - scores.max(dim=-1, keepdim=True).values)
    coarse = torch.exp(scores.half() - scores.half().max())  # to compare with, and not used
    print("half precision is off by", (coarse.float() - e).abs().max().item())
    return e / e.sum(dim=-1, keepdim=True)


def attention_scores(Q, K):
    return Q @ K.T / K.shape[1] ** 0.5


def attention(Q, K, V):
    weights = softmax(attention_scores(Q, K))
    return weights @ V, weights


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
