# G8 | Raises an error from the bottom of hundreds of causes, each with a megabyte of text, as a group of groups.
# Expected: exception, memory; at most 0 points
def softmax(*given):
    error = ValueError("x" * 1_000_000)
    for _ in range(300):
        try:
            raise ExceptionGroup("y" * 100_000, [error]) from error
        except ExceptionGroup as raised:
            error = raised
    raise error


attention_scores = attention = self_attention = softmax
