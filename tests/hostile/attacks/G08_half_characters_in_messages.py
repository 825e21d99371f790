# G8 | Raises errors whose class, message and notes hold half characters, zero bytes and a megabyte of text.
# Expected: exception; at most 0 points
class Half(Exception):
    pass


def softmax(*given):
    Half.__module__ = Half.__doc__ = "\ud800"
    error = Half("\udcff\x00\ud83d" + "\U0001f4a5" * 1_000_000)
    error.add_note("\ud800")
    raise error


attention_scores = attention = self_attention = softmax
