"""Further arguments with defaults, names in another order, a named tuple."""

import torch


from collections import namedtuple

Attended = namedtuple("Attended", ["output", "weights"])


def causal_attention(value, query, key, dropout=0.0, mask=None, verbose=False):
    """Scaled dot-product attention with a causal mask."""
    n = query.shape[0]
    if mask is None:
        mask = torch.tril(torch.ones((n, n), dtype=torch.bool, device=query.device))
    scores = torch.matmul(query, key.transpose(-2, -1)) / torch.sqrt(torch.tensor(key.shape[-1], dtype=query.dtype))
    scores[~mask] = float("-inf")
    weights = torch.nn.functional.softmax(scores, dim=-1)
    weights = torch.nn.functional.dropout(weights, dropout, training=False)
    if verbose:
        print(weights)
    return Attended(torch.matmul(weights, value), weights)
