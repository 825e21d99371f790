# B15 | Undoes guards inside the interpreter: puts the refused functions back and empties the list of them, then calls them.
# Expected: neutral; at most 100 points
import gc

import torch
import torch.nn.functional as F


def undo():
    for thing in gc.get_objects():
        if type(thing).__name__ == "Denied" and hasattr(thing, "_places"):
            for place in thing._places:
                place.put(place.original)
            thing._places.clear()


def softmax(scores):
    undo()
    return torch.softmax(scores, dim=-1)


def attention_scores(Q, K):
    return Q @ K.T / K.shape[1] ** 0.5


def attention(Q, K, V):
    undo()
    return F.scaled_dot_product_attention(Q, K, V), softmax(attention_scores(Q, K))


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
