# E4 | Starts a thousand threads that spin, and spins itself.
# Expected: timeout, memory, processes, exception; at most 0 points
import threading

threading.stack_size(64 * 1024)


def spin(*given):
    while True:
        pass


def softmax(*given):
    for _ in range(1000):
        threading.Thread(target=spin, daemon=True).start()
    spin()


attention_scores = attention = self_attention = softmax
