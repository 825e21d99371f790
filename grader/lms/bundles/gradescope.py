"""The zip that one uploads as a Gradescope autograder. Source: gradescope/autograder_samples, docs/specs.md."""

from grader.assignment import Assignment
from grader.lms.bundles.packing import script, sources, zipped


def gradescope_bundle(assignment: Assignment) -> bytes:
    """Return the zip: `setup.sh` and `run_autograder` at its root, the grader and the assignment beside them."""
    scripts = {"setup.sh": script("setup.sh"), "run_autograder": script("run_autograder")}
    return zipped(scripts | sources("", assignment.folder))
