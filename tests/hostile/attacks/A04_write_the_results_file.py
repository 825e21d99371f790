# A4 | Writes the results file itself wherever one may be, makes it read-only, and leaves a thread that restores it.
# Expected: neutral; at most 0 points
import json
import os
import threading
import time

NAMES = ("results.json", "report.json", "results/results.json", "../report.json", "../results.json", "report.xml")
PLACES = (".", "/tmp", "/tmp/grader-decoy", "/autograder", "/work", "/home", os.path.expanduser("~"), "/dev/shm")
TEXT = json.dumps({"status": "graded", "score": 100, "max_score": 100})


def write():
    for place in PLACES:
        for name in NAMES:
            path = os.path.join(place, name)
            try:
                with open(path, "w") as file:
                    file.write(TEXT)
                os.chmod(path, 0o444)
                os.chmod(place, 0o555)
            except OSError:
                pass


def again():
    while True:
        write()
        time.sleep(0.05)


write()
threading.Thread(target=again, daemon=True).start()


def softmax(scores, *rest):
    write()


attention_scores = attention = self_attention = softmax
