# A1 | Speaks the talk's own language: says that all is loaded and pre-sends an answer to every call, then exits with 0.
# Expected: protocol, exit, shape, wrong; at most 0 points
import os
import struct

NAMES = (b"softmax", b"attention_scores", b"attention", b"self_attention")


def frame(kind, number, payload):
    return struct.pack("<4sBII", b"GRD1", kind, number, len(payload)) + payload


def texts(items):
    return struct.pack("<I", len(items)) + b"".join(struct.pack("<I", len(item)) + item for item in items)


one = struct.pack("<BIBBBQQdI", 0, 1, 0, 9, 2, 1, 1, 1.0, 0)  # a single float64 block of shape (1, 1), nothing echoed
os.write(4, frame(12, 0, texts(NAMES) + texts((b"torch",)) + texts(NAMES)))
for number in range(1, 400):
    os.write(4, frame(13, number, one))
os.close(4)
os._exit(0)
