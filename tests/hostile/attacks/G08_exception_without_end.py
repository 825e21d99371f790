# G8 | Raises an error whose text takes for ever, and whose cause is itself.
# Expected: timeout; at most 0 points
class Hostile(Exception):
    def __str__(self):
        while True:
            pass

    __repr__ = __str__


def softmax(*given):
    error = Hostile()
    error.__cause__ = error
    raise error


attention_scores = attention = self_attention = softmax
