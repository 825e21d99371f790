"""Worked out, with all digits."""

import numpy as np

Q = K = np.zeros((5, 16))
scores = np.array([2, 2, 0])
exponentials = np.exp(scores)

scores_shape = (Q @ K.T).shape
weights_shape = scores_shape
row_sum = 1
exponential_sum = exponentials.sum()
weights = exponentials / exponentials.sum()
raw_spread = np.sqrt(64)
scaled_spread = raw_spread / np.sqrt(64)
