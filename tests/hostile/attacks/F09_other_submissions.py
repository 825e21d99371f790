# F9 | Lists the folders of other jobs, guesses their names, and reads what lies there.
# Expected: exception; at most 0 points
import contextlib
import glob
import os

import torch

own = os.path.realpath(".")
lives = os.path.dirname(own)
WON = []
for pattern in (lives + "/*", "/tmp/*", "/tmp/run-*/work/*", "/var/spool/*", "/srv/*", "/home/*/*.py", "../*"):
    WON += [path for path in glob.glob(pattern) if not own.startswith(os.path.realpath(path))]
for folder in (lives, "..", "/tmp", os.path.dirname(lives)):
    with contextlib.suppress(OSError):
        WON += [name for name in os.listdir(folder) if not own.startswith(os.path.realpath(os.path.join(folder, name)))]
WON = [path for path in WON if os.path.basename(path) not in ("root", "library")]
print(WON)


def softmax(scores):
    assert WON, f"contained: {WON}"
    e = torch.exp(scores - scores.max(-1, keepdim=True).values)
    return e / e.sum(-1, keepdim=True)


def attention_scores(Q, K):
    assert WON, f"contained: {WON}"
    return Q @ K.T / K.shape[1] ** 0.5


def attention(Q, K, V):
    weights = softmax(attention_scores(Q, K))
    return weights @ V, weights


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
