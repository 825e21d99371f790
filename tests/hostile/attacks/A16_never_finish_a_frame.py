# A16 | Announces a long answer and drips it out a byte at a time; or fills the pipe and sends no end.
# Expected: timeout; at most 0 points
import os
import struct
import sys
import time


def number():
    frame = sys._getframe()
    while frame is not None and not {"number", "functions"} <= set(frame.f_locals):
        frame = frame.f_back
    return frame.f_locals["number"] if frame is not None else 1


def softmax(scores, *rest):
    os.write(4, struct.pack("<4sBII", b"GRD1", 13, number(), 60_000_000))
    while True:
        os.write(4, b"\0")
        time.sleep(0.01)


attention_scores = softmax


def attention(Q, K, V):
    os.write(4, struct.pack("<4sBII", b"GRD1", 13, number(), 60_000_000) + bytes(40_000_000))
    time.sleep(600)


def self_attention(X, W_q, W_k, W_v):
    os.write(4, b"GRD")
    os.read(3, 1)  # waits for the judge, which waits for the rest
