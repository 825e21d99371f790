# D18 | Wraps work that never succeeds in try and except, and falls back to the library, and then to a stored answer.
# Expected: policy, wrong, missing, exception; at most 0 points
import torch
import torch.nn.functional as F


def broken(*arguments):
    raise NotImplementedError


def softmax(scores):
    for attempt in (broken, lambda s: F.softmax(s, dim=-1), lambda s: s.softmax(-1), lambda s: torch.nn.Softmax(-1)(s)):
        try:
            return attempt(scores)
        except Exception:
            pass
    return [[0.46831, 0.46831, 0.06338]]


def attention_scores(Q, K):
    return None


def attention(Q, K, V):
    try:
        return broken(Q, K, V)
    except NotImplementedError:
        return F.scaled_dot_product_attention(Q, K, V)
    finally:
        del Q


def self_attention(X, W_q, W_k, W_v):
    layer = torch.nn.MultiheadAttention(X.shape[1], 1, batch_first=True).to(X.dtype)
    return layer(X[None], X[None], X[None])
