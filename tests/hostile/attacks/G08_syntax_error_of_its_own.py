# G8 | Raises a syntax error that names another file, a line without end and a text that is none.
# Expected: exception, exit; at most 0 points
class Everything(str):
    __hash__ = str.__hash__

    def __eq__(self, other):
        return True


def softmax(*given):
    raise SyntaxError("<msg>", (Everything("attention.py"), 10**9, -(10**9), "\x1b[2J" * 1000))


attention_scores = attention = self_attention = softmax
