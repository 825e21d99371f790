# A15 | Sends blocks whose sizes wrap round in 64 bits or are 0 times a huge number, with too many axes and values.
# Expected: protocol; at most 0 points
import os
import struct
import sys


def number():
    frame = sys._getframe()
    while frame is not None and not {"number", "functions"} <= set(frame.f_locals):
        frame = frame.f_back
    return frame.f_locals["number"] if frame is not None else 1


def send(count, dtype, shape, data, echoed=0):
    payload = struct.pack("<BIBBB", 0, count, 0, dtype, len(shape)) + struct.pack(f"<{len(shape)}Q", *shape)
    payload += data + struct.pack("<I", echoed)
    os.write(4, struct.pack("<4sBII", b"GRD1", 13, number(), len(payload)) + payload)


def softmax(scores, *rest):
    send(1, 9, (2**32, 2**32), b"")  # 2**64 entries: none, if sizes wrap


def attention_scores(Q, K):
    send(1, 9, (0, 2**26, 2**26, 2**26), b"")


def attention(Q, K, V):
    send(1, 9, (1,) * 255, bytes(8))


def self_attention(X, W_q, W_k, W_v):
    send(2**32 - 1, 200, (1,), bytes(8), echoed=2**32 - 1)
