"""Worked out with the math module, e² taken as 7.39."""

import math

E2 = 7.39
total = E2 + E2 + 1

scores_shape = (5, 5)
weights_shape = (5, 5)
row_sum = 1
exponential_sum = total
weights = (E2 / total, E2 / total, 1 / total)
raw_spread = math.sqrt(64)
scaled_spread = math.sqrt(64) / math.sqrt(64)
