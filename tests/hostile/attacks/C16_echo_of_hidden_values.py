# C16 | Raises an error that carries the locals of all frames, as text, as notes and as its cause.
# Expected: exception; at most 0 points
import sys


def softmax(*given):
    seen, frame = [], sys._getframe()
    while frame is not None:
        seen.append({name: repr(value)[:300] for name, value in frame.f_locals.items()})
        frame = frame.f_back
    error = ValueError(f"expected, want, reference, seed: {seen}")
    error.add_note(repr(seen))
    raise error from RuntimeError(repr(seen))


attention_scores = attention = self_attention = softmax
