# E15 | Imports files so deep that whoever parses them by recursion falls over, and lastly runs the deepest.
# Expected: import, signal, memory; at most 0 points
import importlib
import pathlib

DEEP = ["-" * 30_000 + "1", "a" + ".b" * 30_000, "[" * 30_000, "not " * 30_000 + "1", "1" + "+1" * 30_000]
for number, text in enumerate(DEEP):
    pathlib.Path(f"bomb{number}.py").write_text(f"def f(a):\n    return {text}\n")
importlib.invalidate_caches()
for number in range(len(DEEP)):
    try:
        importlib.import_module(f"bomb{number}")
    except (SyntaxError, RecursionError, MemoryError) as error:
        print(type(error).__name__)
exec(DEEP[1])


def softmax(*given):
    return None


attention_scores = attention = self_attention = softmax
