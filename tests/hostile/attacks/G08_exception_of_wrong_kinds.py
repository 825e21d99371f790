# G8 | Raises an error whose text and class name are of kinds that only look like text.
# Expected: exception, exit; at most 0 points
class Text(str):
    def encode(self, *given):
        return b"GRD1" * 10_000_000

    def __contains__(self, other):
        return True


class Meta(type):
    __name__ = property(lambda self: Text("Passed"))
    __module__ = 5


class Hostile(Exception, metaclass=Meta):
    def __str__(self):
        return Text("passed")


def softmax(*given):
    raise Hostile


attention_scores = attention = self_attention = softmax
