"""One weight of five."""

scores_shape = (5, 5)
weights_shape = (5, 5)
row_sum = 0.2
exponential_sum = 15.78
weights = (0.468, 0.468, 0.063)
raw_spread = 8
scaled_spread = 1
