# E1 | Spins forever in Python before any function is defined.
# Expected: timeout; at most 0 points
while True:
    pass
