# E8 | Takes 3 GB in thirty threads at once.
# Expected: memory, processes, exception, timeout, signal; at most 0 points
import threading


def softmax(*given):
    kept = []
    threads = [threading.Thread(target=lambda: kept.append(bytearray(100 << 20))) for _ in range(30)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if len(kept) < 30:
        raise MemoryError


attention_scores = attention = self_attention = softmax
