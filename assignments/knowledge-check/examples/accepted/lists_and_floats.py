"""Lists for tuples, floats for whole numbers."""

scores_shape = [5, 5]
weights_shape = (5, 5)
row_sum = 1.0
exponential_sum = 15.78
weights = [.468, .468, .0634]
raw_spread = 8.0
scaled_spread = 1.0
