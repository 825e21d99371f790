"""Knowledge check to LM3-T3. See README.md for the questions; put a value in the place of each None."""

# Question 1: n = 5, d_k = 16
scores_shape = None
weights_shape = None
row_sum = None

# Question 2: scores [2, 2, 0]
exponential_sum = None
weights = None

# Question 3: d_k = 64
raw_spread = None
scaled_spread = None
