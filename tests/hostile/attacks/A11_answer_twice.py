# A11 | Answers each call more than once: first, wrongly numbered, repeated and for other calls, so that one may stick.
# Expected: protocol; at most 0 points
import os
import struct
import sys

HEADER = struct.Struct("<4sBII")


def current():
    frame = sys._getframe()
    while frame is not None:
        if isinstance(frame.f_locals.get("number"), int) and "functions" in frame.f_locals:
            return frame.f_locals["number"]
        frame = frame.f_back
    return 1


def softmax(scores, *rest):
    rows, columns = scores.shape
    data = struct.pack(f"<{rows * columns}d", *[1 / columns] * (rows * columns))
    payload = struct.pack("<BIBBBQQ", 0, 1, 0, 9, 2, rows, columns) + data + struct.pack("<I", 0)
    now = current()
    for number in (now, now, now + 1, now - 1, 0, 2**32 - 1):
        os.write(4, HEADER.pack(b"GRD1", 13, number, len(payload)) + payload)
    return scores * 0


attention_scores = attention = self_attention = softmax
