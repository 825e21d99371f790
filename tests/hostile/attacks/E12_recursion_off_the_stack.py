# E12 | Takes the limit of recursion away and recurses through native code until the stack is full.
# Expected: signal, exception, memory; at most 0 points
import functools
import sys

sys.setrecursionlimit(2**31 - 1)


def softmax(*given):
    return functools.reduce(lambda a, b: softmax(*given), [1, 2])


attention_scores = attention = self_attention = softmax
