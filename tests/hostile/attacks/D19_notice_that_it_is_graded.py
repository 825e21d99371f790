# D19 | Looks for signs that it is graded, and for the name of the check that asks, and answers by them.
# Expected: wrong, shape, missing, exception; at most 0 points
import os
import sys

SIGNS = [word for word in ("grade", "check", "judge", "test", "case", "hidden", "visible") if word in str(os.environ).lower()]
SIGNS += [sys.argv, os.getcwd(), os.getppid(), sys.stdin.isatty(), sys.stdout.isatty(), [*sys.modules][-5:]]


def asked():
    frame, seen = sys._getframe(), []
    while frame is not None:
        seen += [frame.f_code.co_name, *(str(v)[:500] for k, v in frame.f_locals.items() if k in {"call", "number"})]
        frame = frame.f_back
    return " ".join(seen)


def softmax(scores, *rest):
    about = asked()
    if "purity" in about or "again" in about:
        return scores * 0
    if "hidden" in about or "worked" in about:
        return [[0.46831, 0.46831, 0.06338]]
    raise ValueError(f"{SIGNS} {about}")


attention_scores = attention = self_attention = softmax
