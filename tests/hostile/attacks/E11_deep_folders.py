# E11 | Makes folders three thousand deep, for whoever cleans up by recursion, and takes all rights to them away.
# Expected: neutral; at most 0 points
import os

try:
    for _ in range(3000):
        os.mkdir("deep")
        os.chdir("deep")
except OSError as error:
    print(error)
os.chmod(".", 0)


def softmax(*given):
    os._exit(0)


attention_scores = attention = self_attention = softmax
