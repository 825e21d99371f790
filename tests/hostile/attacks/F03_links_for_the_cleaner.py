# F3 | Leaves links to a folder outside, and puts a link where its own folder was, for whoever cleans up.
# Expected: neutral; at most 0 points
import os

own = os.getcwd()
for name, target in {"up": "..", "root": "/", "decoy": "/tmp/grader-decoy", "loop": "loop"}.items():
    os.symlink(target, name)
for attempt in (
    lambda: os.rename(own, own + "x"), lambda: os.rmdir(own), lambda: os.symlink("/tmp/grader-decoy", own),
    lambda: os.rename("decoy", own), lambda: os.link("/tmp/grader-decoy/secret.txt", "hard"),
):  # fmt: skip
    try:
        attempt()
        print("done")
    except OSError as error:
        print(error)


def softmax(*given):
    os._exit(0)


attention_scores = attention = self_attention = softmax
