# A7 | Leaves threads that rewrite the returned buffer and the answer channel after the function has returned.
# Expected: protocol, wrong, shape; at most 0 points
import os
import struct
import threading
import time

import torch

HANDED_OUT = []
ANSWER = struct.pack("<BIBBBQQdI", 0, 1, 0, 9, 2, 1, 1, 1.0, 0)


def better():
    number = 0
    while True:
        time.sleep(0.002)
        for tensor in HANDED_OUT:
            tensor.fill_(1.0)
        number += 1
        os.write(4, struct.pack("<4sBII", b"GRD1", 13, number, len(ANSWER)) + ANSWER)


def softmax(scores, *rest):
    if not HANDED_OUT:
        threading.Thread(target=better).start()
    HANDED_OUT.append(torch.zeros(1, 1))
    return HANDED_OUT[-1]


attention_scores = attention = self_attention = softmax
