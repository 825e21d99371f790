# E9 | Sends the header of a frame that claims four gigabytes.
# Expected: protocol; at most 0 points
import os
import struct
import time


def softmax(*given):
    os.write(4, struct.pack("<4sBII", b"GRD1", 13, 1, 0xFFFFFFFF))
    time.sleep(10_000)


attention_scores = attention = self_attention = softmax
