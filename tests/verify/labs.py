"""Small labs to verify: one that `grade new` writes, and what spoils it."""

import shutil
from pathlib import Path

from grader.assignment import load_assignment
from grader.verify.concluding import prove_rubric
from grader.verify.crew import gathered, parts
from grader.verify.proof import Proof


def copy_of(lab: Path, folder: Path, **changes: tuple[str, str]) -> Path:
    """Copy a lab, with one text put in the place of another in files named by their stem."""
    shutil.copytree(lab, folder)
    for stem, (old, new) in changes.items():
        path = next(folder.rglob(f"{stem}.*"))
        text = path.read_text()
        assert old in text, f"{old} is not in {path}"
        path.write_text(text.replace(old, new))
    return folder


def proof_of(folder: Path, seeds: int = 1) -> Proof:
    """Verify the assignment in a folder, in this process."""
    assignment = load_assignment(folder)
    return prove_rubric(assignment, gathered(assignment, seeds, [part() for part in parts(assignment, seeds)]))
