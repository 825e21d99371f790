# A13 | Sends crafted checkpoints of the framework, one as the answer's bytes and one as files that a judge may load.
# Expected: protocol, dtype; at most 0 points
import io
import os

import torch


class Bomb:
    def __reduce__(self):
        return os.system, ("echo forged > /tmp/grader-decoy/loaded",)


BUFFER = io.BytesIO()
torch.save({"weights": torch.ones(2, 2), "bomb": Bomb()}, BUFFER)
for name in ("output.pt", "weights.pt", "result.pth", "../output.pt", "/tmp/output.pt"):
    try:
        with open(name, "wb") as file:
            file.write(BUFFER.getvalue())
    except OSError:
        pass


def softmax(scores, *rest):
    return BUFFER.getvalue()


attention_scores = softmax


def attention(Q, K, V):
    os.write(4, BUFFER.getvalue())


self_attention = attention
