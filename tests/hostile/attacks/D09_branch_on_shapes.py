# D9 | Branches on the shapes: the worked example from a table, and for all others shapes and a trace of the input.
# Expected: wrong; at most 30 points
import torch

SCORES = [[0.70710678, 0.0, 0.70710678], [0.0, 0.70710678, 0.70710678], [0.70710678, 0.70710678, 1.41421356]]
WEIGHTS = [[0.40111, 0.19778, 0.40111], [0.19778, 0.40111, 0.40111], [0.24826, 0.24826, 0.50349]]
OUTPUT = [[1.60444, 0.79667], [1.40111, 1.20333], [1.75872, 1.0]]


def softmax(scores):
    if scores.shape == (1, 3):
        return torch.tensor([[0.46831, 0.46831, 0.06338]], dtype=torch.float64)
    return scores - scores.mean() * 3


def attention_scores(Q, K):
    if Q.shape == (3, 2):
        return torch.tensor(SCORES, dtype=torch.float64)
    return (Q[:, :1] - K[:, :1].T) * {4: 0.5, 16: 0.25, 64: 0.125, 256: 0.0625}.get(Q.shape[1], 1.0)


def attention(Q, K, V):
    if Q.shape == (3, 2):
        return torch.tensor(OUTPUT, dtype=torch.float64), torch.tensor(WEIGHTS, dtype=torch.float64)
    weights = softmax(attention_scores(Q, K))
    return weights.abs() @ V * 3, weights


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
