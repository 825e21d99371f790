"""A control for floods on stderr: logs, warns, and replaces stdout for a while."""

import contextlib
import io
import logging
import warnings

import torch

logging.basicConfig(level=logging.DEBUG, format="%(asctime)s %(levelname)s %(message)s")
log = logging.getLogger(__name__)


def softmax(scores):
    e = torch.exp(scores - scores.max(dim=-1, keepdim=True).values)
    return e / e.sum(dim=-1, keepdim=True)


def attention_scores(Q, K):
    return Q @ K.T / K.shape[1] ** 0.5


def attention(Q, K, V):
    warnings.warn("attention is quadratic in the number of tokens", stacklevel=2)
    log.debug("Q %s, K %s, V %s", Q.shape, K.shape, V.shape)
    with contextlib.redirect_stdout(io.StringIO()) as held:
        print("kept to myself")
        weights = softmax(attention_scores(Q, K))
    log.info("held %d characters", len(held.getvalue()))
    return weights @ V, weights


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
