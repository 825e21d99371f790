# E10 | Answers for itself, reads no question, and floods the channel with 1 GB while the judge tries to ask.
# Expected: timeout, protocol, missing; at most 0 points
import contextlib
import fcntl
import os
import struct
import sys
import time


def waiting():
    return struct.unpack("<i", fcntl.ioctl(3, 0x541B, bytes(4)))[0]


def softmax(*given):
    with contextlib.suppress(OSError):
        fcntl.fcntl(3, 1031, 4096)  # a question of more than a page now waits for its reader
    body = struct.pack("<BII", 4, 0, 0)  # an answer that holds nothing
    frame = sys._getframe()
    while "requests" not in frame.f_locals:
        frame = frame.f_back
    first = frame.f_locals["number"]
    for number in range(first, first + 80):
        os.write(4, struct.pack("<4sBII", b"GRD1", 13, number, len(body)) + body)
        while not waiting():
            time.sleep(0.001)
        time.sleep(0.01)
        if waiting() >= 4096:
            for _ in range(1 << 14):
                os.write(4, bytes(1 << 16))
        os.read(3, waiting())
    time.sleep(10_000)


attention_scores = attention = self_attention = softmax
