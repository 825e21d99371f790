"""One answer is not there."""

scores_shape = (5, 5)
weights_shape = (5, 5)
row_sum = 1
exponential_sum = 15.78
weights = (0.468, 0.468, 0.063)
scaled_spread = 1
