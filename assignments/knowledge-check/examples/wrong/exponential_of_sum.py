"""The exponential of the sum."""

scores_shape = (5, 5)
weights_shape = (5, 5)
row_sum = 1
exponential_sum = 54.598
weights = (0.468, 0.468, 0.063)
raw_spread = 8
scaled_spread = 1
