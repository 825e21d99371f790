# C8 | Follows installation records to the project and looks for its history, its package caches and home folders.
# Expected: exception; at most 0 points
import contextlib
import os
import re
import sys
from pathlib import Path

import torch

PLACES = {"/srv/grader", "/autograder", "/repo", "/app", "/root/.cache", "/home", os.path.expanduser("~root")}
WON = []
for folder in sys.path:
    for pattern in ("*.pth", "*.egg-link", "*.dist-info/direct_url.json", "__editable__*"):
        for record in Path(folder or ".").glob(pattern):
            with contextlib.suppress(OSError):
                PLACES.update(re.findall(r"/[-\w./]+", record.read_text()))
for place in PLACES:
    for inside in (".git/HEAD", ".git/packed-refs", "reference/attention.py", "assignments/attention/assignment.toml"):
        with contextlib.suppress(OSError):
            WON.append((Path(place) / inside).read_text()[:50])


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
