# E13 | Poisons the global state of torch, NumPy and Python: default types, devices, errors, threads, hooks.
# Expected: neutral; at most 100 points
import builtins
import locale
import sys

import numpy as np
import torch

torch.set_default_dtype(torch.float16)
torch.set_default_device("meta")
torch.set_num_threads(2)
torch.use_deterministic_algorithms(True)
torch.inference_mode(True).__enter__()
np.seterr(all="raise")
np.set_printoptions(threshold=0)
sys.setswitchinterval(100)
sys.excepthook = sys.unraisablehook = sys.displayhook = None
sys.modules.pop("linecache", None)
builtins.print = builtins.open = None
locale.setlocale(locale.LC_ALL, "C")


def softmax(scores):
    e = torch.exp(scores - scores.max(-1, keepdim=True).values)
    return e / e.sum(-1, keepdim=True)


def attention_scores(Q, K):
    return Q @ K.T / K.shape[1] ** 0.5


def attention(Q, K, V):
    weights = softmax(attention_scores(Q, K))
    return weights @ V, weights


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
