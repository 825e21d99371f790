"""The weights in percent."""

scores_shape = (5, 5)
weights_shape = (5, 5)
row_sum = 1
exponential_sum = 15.78
weights = (46.8, 46.8, 6.3)
raw_spread = 8
scaled_spread = 1
