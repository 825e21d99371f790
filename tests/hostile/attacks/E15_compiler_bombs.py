# E15 | Compiles texts that are made to exhaust the parser and the compiler.
# Expected: timeout, memory, signal, import, exception, missing; at most 0 points
import ast

for text in (
    "(" * 90 + ")" * 90, "[" * 5_000, "a" + "[0]" * 100_000, "lambda: " * 20_000 + "0", "1" + "+1" * 300_000,
    "f'{" * 150 + "1" + "}'" * 150, "x = " + "9" * 2_000_000, "if 1:\n" + "".join(" " * i + "if 1:\n" for i in range(1, 101)),
    "def f(a): " + "a = a or a;" * 400_000, "{**" * 3_000 + "1" + "}" * 3_000,
):  # fmt: skip
    for use in (compile, ast.literal_eval, eval):
        try:
            use(text, "bomb", "exec") if use is compile else use(text)
        except Exception as error:
            print(type(error).__name__)


def softmax(*given):
    return None


attention_scores = attention = self_attention = softmax
