"""Time to name the bugs of each wrong example, and to build the atlas that does it.

Only the naming is timed: from answers to bugs, without calls of the submission. The first time includes the atlas of a
seed; the others are what each further submission of a class costs. Processor time of this process, in milliseconds.
"""

import statistics
import time
from pathlib import Path

from grader.assignment import load_assignment
from grader.diagnosis.explaining import Atlases
from grader.diagnosis.naming import name_bugs
from grader.judge import grading
from grader.sandbox.forkserver import ForkLauncher
from grader.submission.reading import read_submission

FOLDER = Path(__file__).resolve().parents[1] / "assignments" / "attention"
SEED = 1
ROUNDS = 3


def answers_of_all():
    """Grade each wrong example and keep its answers, by function."""
    assignment = load_assignment(FOLDER)
    kept = {}
    diagnose = grading.diagnose
    with ForkLauncher("process") as launcher:
        for path in sorted((FOLDER / "examples" / "wrong").glob("*.py")):
            by_function = {}

            def keep(assignment, asking, scored, by_function=by_function):
                for _, answers in scored:
                    for answer in answers.values():
                        by_function.setdefault(answer.case.function, []).append(answer)
                return diagnose(assignment, asking, scored)

            grading.diagnose = keep
            source = read_submission(path, entry="attention.py", notebook="defs")
            grading.grade(source, assignment, launcher, seed=SEED)
            kept[path.stem] = by_function
    return assignment.manifest.lab, kept


def milliseconds(action):
    began = time.process_time()
    action()
    return 1000 * (time.process_time() - began)


def main():
    lab, kept = answers_of_all()
    atlases = Atlases()
    first = {name: milliseconds(lambda a=answers: name_bugs(lab, a, atlases)) for name, answers in kept.items()}
    later = {
        name: min(milliseconds(lambda a=answers: name_bugs(lab, a, atlases)) for _ in range(ROUNDS))
        for name, answers in kept.items()
    }
    build = {
        name: milliseconds(lambda a=answers: name_bugs(lab, a, Atlases())) - later[name]
        for name, answers in kept.items()
    }
    for what, took in (("naming, atlas there", later), ("naming, first of all", first), ("atlas", build)):
        worst = max(took, key=took.get)
        print(f"{what:22} median {statistics.median(took.values()):6.1f} ms   worst {took[worst]:6.1f} ms ({worst})")


if __name__ == "__main__":
    main()
