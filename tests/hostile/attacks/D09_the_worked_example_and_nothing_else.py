# D9 | Knows the numbers of the lesson's worked example by heart, tells it by its inputs, and computes nothing.
# Expected: wrong, shape, missing; at most 10 points
import torch

SCORES = [[0.70710678, 0.0, 0.70710678], [0.0, 0.70710678, 0.70710678], [0.70710678, 0.70710678, 1.41421356]]
WEIGHTS = [[0.40111, 0.19778, 0.40111], [0.19778, 0.40111, 0.40111], [0.24826, 0.24826, 0.50349]]
OUTPUT = [[1.60444, 0.79667], [1.40111, 1.20333], [1.75872, 1.0]]


def known(values):
    return torch.tensor(values, dtype=torch.float64)


def softmax(scores):
    return known([[0.46831, 0.46831, 0.06338]]) if scores.shape == (1, 3) else None


def attention_scores(Q, K):
    return known(SCORES) if Q.shape == (3, 2) else None


def attention(Q, K, V):
    return (known(OUTPUT), known(WEIGHTS)) if Q.shape == (3, 2) else None


def self_attention(X, W_q, W_k, W_v):
    return None
