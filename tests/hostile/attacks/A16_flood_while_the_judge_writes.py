# A16 | Makes the request pipe short, answers by itself, and floods the answer pipe while the judge writes a long request.
# Expected: protocol; at most 0 points
import contextlib
import fcntl
import os
import struct
import sys

with contextlib.suppress(OSError):
    fcntl.fcntl(3, 1031, 4096)  # F_SETPIPE_SZ


def number():
    frame = sys._getframe()
    while frame is not None and not {"number", "functions"} <= set(frame.f_locals):
        frame = frame.f_back
    return frame.f_locals["number"] if frame is not None else 1


def attention_scores(Q, K):
    if Q.shape[1] < 64:
        return Q @ K.T / Q.shape[1] ** 0.5
    payload = struct.pack("<BIBBBQQ", 0, 1, 0, 9, 2, len(Q), len(K)) + bytes(8 * len(Q) * len(K)) + bytes(4)
    os.write(4, struct.pack("<4sBII", b"GRD1", 13, number(), len(payload)) + payload)
    while True:
        os.write(4, b"GRD1" + bytes(1 << 20))


def softmax(scores, *rest):
    return None


def attention(Q, K, V):
    return Q[:, :1] * V[:1], Q[:, :1] * K[:, :1].T


self_attention = softmax
