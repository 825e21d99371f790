"""The exponentials themselves."""

scores_shape = (5, 5)
weights_shape = (5, 5)
row_sum = 1
exponential_sum = 15.78
weights = (7.39, 7.39, 1)
raw_spread = 8
scaled_spread = 1
