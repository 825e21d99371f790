"""Worked out with tensors; a shape is a torch.Size."""

import torch

Q = K = torch.zeros(5, 16)
scores = torch.tensor([2.0, 2.0, 0.0])

scores_shape = (Q @ K.T).shape
weights_shape = torch.softmax(Q @ K.T, dim=-1).size()
row_sum = torch.softmax(Q @ K.T, dim=-1).sum(-1)[0]
exponential_sum = scores.exp().sum()
weights = torch.softmax(scores, dim=0)
raw_spread = 64**0.5
scaled_spread = torch.tensor(1)
