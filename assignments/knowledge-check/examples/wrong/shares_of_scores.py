"""The scores divided by their sum."""

scores_shape = (5, 5)
weights_shape = (5, 5)
row_sum = 1
exponential_sum = 15.78
weights = (0.5, 0.5, 0)
raw_spread = 8
scaled_spread = 1
