# A14 | Sends a few bytes whose header claims a gigantic array: as an .npy file, as a frame's length, as a block's shape.
# Expected: protocol; at most 0 points
import os
import struct
import sys


def number():
    frame = sys._getframe()
    while frame is not None and not {"number", "functions"} <= set(frame.f_locals):
        frame = frame.f_back
    return frame.f_locals["number"] if frame is not None else 1


def send(payload, length=None):
    os.write(4, struct.pack("<4sBII", b"GRD1", 13, number(), len(payload) if length is None else length) + payload)


def softmax(scores, *rest):
    head = b"{'descr': '<f8', 'fortran_order': False, 'shape': (%d, %d), }" % (2**62, 2**62)
    os.write(4, b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head) + 1) + head + b"\n")


def attention_scores(Q, K):
    send(b"\0" * 8, length=2**32 - 1)


def attention(Q, K, V):
    send(struct.pack("<BIBBBQ", 0, 1, 0, 9, 1, 2**63) + bytes(8) + struct.pack("<I", 0))


def self_attention(X, W_q, W_k, W_v):
    send(struct.pack("<BIBBBQQ", 0, 1, 0, 9, 2, 2**25, 2**25) + bytes(8) + struct.pack("<I", 0))
