"""What to give a submission's functions: torch tensors or NumPy arrays.

The imports suggest it and one call of each function decides it: where a call raises with the suggested kind, the
other kind is tried, and the one that more functions can take is used for everything. A submission that takes either
is given the suggested one.
"""

import numpy as np

from grader.assignment import Assignment
from grader.checks.case import Failure
from grader.judge.session import Session
from grader.report import Cause


def choose_arrays(session: Session, assignment: Assignment, found: tuple[str, ...], seed: int) -> bool:
    """Return True for NumPy arrays, False for torch tensors."""
    asked = assignment.manifest.submission.arguments
    if asked != "auto":
        return asked == "numpy"
    assert session.loaded is not None
    suggested = "numpy" in session.loaded.imports and "torch" not in session.loaded.imports
    failures = {suggested: _failures(session, assignment, found, seed, arrays=suggested)}
    if failures[suggested]:
        failures[not suggested] = _failures(session, assignment, found, seed, arrays=not suggested)
    return min(failures, key=lambda arrays: (failures[arrays], arrays != suggested))


def _failures(session: Session, assignment: Assignment, found: tuple[str, ...], seed: int, *, arrays: bool) -> int:
    """Count the functions that raise on square, well-behaved arguments of this kind."""
    lab = assignment.manifest.lab
    rng = np.random.default_rng([seed, 0])
    sizes = lab.squared(rng)
    count = 0
    for name in found:
        reply = session.ask(name, lab.functions[name].draw(sizes, rng, "float32"), arrays=arrays)
        count += isinstance(reply, Failure) and reply.cause is Cause.EXCEPTION
    return count
