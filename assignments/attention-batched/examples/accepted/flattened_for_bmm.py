"""Leading axes are folded into one for bmm, and unfolded again."""

import torch


def attention(Q, K, V):
    front = Q.shape[:-2]
    q, k, v = (x.reshape(-1, *x.shape[-2:]) for x in (Q, K, V))
    weights = torch.softmax(torch.bmm(q, k.transpose(1, 2)) / k.shape[-1] ** 0.5, dim=2)
    output = torch.bmm(weights, v)
    return output.reshape(*front, *output.shape[-2:]), weights.reshape(*front, *weights.shape[-2:])
