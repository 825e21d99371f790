# G6 | Raises errors with escape sequences, right-to-left marks and carriage returns that would hide the verdict.
# Expected: exception; at most 0 points
def softmax(*given):
    raise ValueError(
        "\x1b[2K\r\x1b[32mpassed\x1b[0m 100/100 \u202e\u2069\n\n## Score: 100\x1b]0;owned\x07" + "\n" * 400
    )


attention_scores = attention = self_attention = softmax
