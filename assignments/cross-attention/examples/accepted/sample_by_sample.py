"""One sample after the other, with the keys that it may see."""

import torch


def cross_attention(Q, K, V, mask=None):
    outputs, all_weights = [], []
    for b in range(len(Q)):
        seen = mask[b].nonzero().flatten() if mask is not None else torch.arange(K.shape[1])
        w = torch.softmax(Q[b] @ K[b, seen].T / K.shape[-1] ** 0.5, dim=-1)
        weights = torch.zeros(Q.shape[1], K.shape[1], dtype=Q.dtype)
        weights[:, seen] = w
        outputs.append(w @ V[b, seen])
        all_weights.append(weights)
    return torch.stack(outputs), torch.stack(all_weights)
