"""What grading knows of a submission before places are looked for: what was sent, and what was answered."""

from dataclasses import dataclass

import numpy as np

from grader import wire
from grader.judge import grading, rubric
from grader.judge.paper import paper_for
from grader.judge.proving import prove
from grader.judge.session import Session
from grader.judge.survey import choose_arrays
from grader.judge.trials import Answered
from grader.submission.source import Source, digest

SEED = 7


@dataclass(frozen=True)
class Examined:
    load: wire.Load
    functions: dict[str, str]
    arrays: bool
    answered: Answered


def source_of(text, name="attention.py", **more):
    data = text if isinstance(text, bytes) else text.encode()
    return Source(name, digest(data), name, {name: data, **{file: body.encode() for file, body in more.items()}})


def examine(source, assignment, launcher, seed=SEED):
    load = grading._load(source, assignment)
    session = Session(launcher, load, assignment.manifest.limits, source.locate)
    try:
        failure = session.open()
        functions = grading._functions(session, assignment)
        found = tuple(name for name, at in functions.items() if at)
        arrays = failure is None and choose_arrays(session, assignment, found, seed)
        absent = {
            n: failure or grading._missing(n, session, assignment.manifest.lab) for n, at in functions.items() if not at
        }
        asking = rubric.Asking(session, paper_for(assignment, seed), assignment.manifest.lab, absent, arrays, seed)
        with np.errstate(all="ignore"):
            answered = {item.id: rubric.ask(item, asking) for item in assignment.manifest.check}
    finally:
        session.close()
    return Examined(load, functions, arrays, answered)


def proven(source, assignment, launcher, hints=(), seed=SEED, **more):
    """Grade a submission and look for the places of its bugs."""
    seen = examine(source, assignment, launcher, seed)
    return prove(
        source, assignment, launcher, seen.load, seen.answered, hints,
        functions=seen.functions, arrays=seen.arrays, seed=seed, **more,
    )  # fmt: skip
