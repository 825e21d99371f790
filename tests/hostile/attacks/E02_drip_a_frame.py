# E2 | Drips a frame of 60 MB on the channel, one byte at a time, for good.
# Expected: timeout; at most 0 points
import os
import struct
import time


def softmax(*given):
    for byte in struct.pack("<4sBII", b"GRD1", 13, 1, 60_000_000) + bytes(60_000_000):
        os.write(4, bytes([byte]))
        time.sleep(0.01)


attention_scores = attention = self_attention = softmax
