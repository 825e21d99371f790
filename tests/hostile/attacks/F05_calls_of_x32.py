# F5 | Makes system calls of the x32 kind, whose numbers have another bit set.
# Expected: signal, exception; at most 0 points
import ctypes

libc = ctypes.CDLL(None, use_errno=True)


def softmax(*given):
    results = [libc.syscall(ctypes.c_long(0x40000000 | number), 2, 1, 0) for number in (41, 39, 57)]
    if max(results) < 0:
        raise PermissionError("refused")
    return given[0]


attention_scores = attention = self_attention = softmax
