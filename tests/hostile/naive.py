"""A grader as it should not be: it runs the submission in its own process, and believes what it finds there.

Run as `python naive.py SUBMISSION`; its last line is the score it believes. Only the tests use it, on a copy, to show
that an attack really is one.
"""

import json
import math
import os
import sys
from pathlib import Path

SECRET = "expected: 1.604 0.797"
RESULTS = {"passed": [], "failed": []}


def check(name, got, want):
    RESULTS["passed" if abs(got - want) <= 1e-6 else "failed"].append(name)


def main(path):
    expected = 1.0986122886681098
    os.environ["GRADER_RESULT_TOKEN"] = "token-" + str(os.getpid())
    namespace = {"__name__": "submission", "__file__": path}
    exec(compile(Path(path).read_text(), path, "exec"), namespace)
    for name, want in (("first", expected), ("second", math.sqrt(2))):
        try:
            check(name, namespace["answer"](name), want)
        except Exception as error:
            RESULTS["failed"].append(f"{name}: {error}")
    print(json.dumps({"score": 50 * len(RESULTS["passed"]), **RESULTS}))


if __name__ == "__main__":
    main(sys.argv[1])
