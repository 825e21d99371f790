# B8 | Puts its own objects in the place of stdout and stderr: their flush, called by the harness, sends a better answer.
# Expected: protocol, exit; at most 0 points
import os
import struct
import sys


class Stream:
    encoding = "utf-8"

    def write(self, text):
        return len(text)

    def flush(self):
        talk = sys._getframe()
        while talk is not None and not {"number", "reply"} <= set(talk.f_locals):
            talk = talk.f_back
        if talk is None:
            return
        payload = struct.pack("<BIBBBQQdI", 0, 1, 0, 9, 2, 1, 1, 1.0, 0)
        os.write(4, struct.pack("<4sBII", b"GRD1", 13, talk.f_locals["number"], len(payload)) + payload)
        if talk.f_locals["number"] > 6:
            raise SystemExit(0)


sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = Stream()


def softmax(scores, *rest):
    raise ValueError


attention_scores = attention = self_attention = softmax
