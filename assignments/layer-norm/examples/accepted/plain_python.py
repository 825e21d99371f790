"""Lists of lists, no library."""


def standardize(X):
    rows = []
    for row in X.tolist():
        mean = sum(row) / len(row)
        root = (sum((x - mean) ** 2 for x in row) / len(row) + 1e-8) ** 0.5
        rows.append([(x - mean) / root for x in row])
    return rows


def layer_norm(X, gamma, beta):
    return [[y * float(g) + float(b) for y, g, b in zip(row, gamma, beta)] for row in standardize(X)]
