"""Python in an assignment's folder: kinds of check and references are found there; students never see them."""

import shutil

import numpy as np
import pytest

from grader.assignment import load_assignment
from grader.authored import run_authored
from grader.checks.case import Case
from grader.errors import AssignmentError
from grader.judge.expect import Oracle
from grader.judge.grading import grade
from grader.sandbox.forkserver import ForkLauncher
from grader.sandbox.levels import missing
from grader.submission.source import Source, digest
from tests.conftest import ATTENTION

OWN = """
from typing import Literal

from grader.checks.match import Match


class Closer(Match):
    kind: Literal["closer"]
    nearness: float
"""
REFERENCE = """
import numpy as np


def softmax(scores):
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
"""


@pytest.fixture
def folder(tmp_path):
    """A copy of the lab without its examples, whose check of the numbers is of a kind of its own."""
    folder = tmp_path / "lab"
    shutil.copytree(ATTENTION, folder, ignore=shutil.ignore_patterns("examples"))
    edit(folder, 'kind = "match"', 'kind = "closer"\nnearness = 3')
    (folder / "checks.py").write_text(OWN)
    return folder


def edit(folder, old, new):
    path = folder / "assignment.toml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def test_a_kind_of_check_may_be_defined_in_the_folder(folder):
    item = next(check for check in load_assignment(folder).manifest.check if check.id == "fused_match")
    assert type(item).__name__ == "Closer"
    assert item.nearness == 3


def test_it_is_no_kind_anywhere_else(folder):
    load_assignment(folder)
    (folder / "checks.py").unlink()
    with pytest.raises(AssignmentError, match="closer"):
        load_assignment(folder)


def test_a_mistake_in_its_keys_is_told_with_line_and_nearest_key(folder):
    edit(folder, "nearness = 3", "nearnes = 3")
    line = (folder / "assignment.toml").read_text().splitlines().index("nearnes = 3") + 1
    with pytest.raises(AssignmentError, match=f':{line}: unknown key "check.*nearnes"; did you mean "nearness"'):
        load_assignment(folder)


def test_a_kind_that_exists_already_is_refused(folder):
    (folder / "checks.py").write_text(OWN.replace('"closer"', '"shapes"'))
    with pytest.raises(AssignmentError, match=r"checks\.py: .*shapes"):
        load_assignment(folder)


@pytest.mark.parametrize(("text", "told"), [("import nothing_of_that_name", "nothing_of_that_name"), ("1 +", "Syntax")])
def test_a_file_that_cannot_be_run_is_the_authors_fault(folder, text, told):
    (folder / "checks.py").write_text(text)
    with pytest.raises(AssignmentError, match=f"checks.py cannot be run: .*{told}"):
        load_assignment(folder)


def test_a_file_is_run_once_until_it_changes(tmp_path):
    path = tmp_path / "reference.py"
    path.write_text("x = object()")
    first = run_authored(path)
    assert run_authored(path) is first
    path.write_text("x = object()  # another")
    assert run_authored(path) is not first
    assert [child.name for child in tmp_path.iterdir()] == ["reference.py"]


def test_files_of_one_text_in_two_folders_are_two_modules(tmp_path):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "reference.py").write_text("x = 1")
    assert run_authored(tmp_path / "one" / "reference.py") is not run_authored(tmp_path / "two" / "reference.py")


def test_a_reference_may_lie_in_the_folder(folder):
    (folder / "reference.py").write_text(REFERENCE)
    edit(folder, 'reference = "reference.attention:softmax"', 'reference = "reference.py:softmax"')
    found = load_assignment(folder)
    want = Oracle(found.manifest.lab, found.folder).expect(Case("c", "softmax", {"scores": np.array([[2.0, 2, 0]])}))
    assert np.allclose(want["weights"].value, [[0.468, 0.468, 0.063]], atol=5e-4)


@pytest.mark.parametrize("name", ["reference.py:soft", "other.py:softmax"])
def test_a_reference_that_is_not_in_the_folder_is_told(folder, name):
    (folder / "reference.py").write_text(REFERENCE)
    edit(folder, 'reference = "reference.attention:softmax"', f'reference = "{name}"')

    def oracle():
        found = load_assignment(folder)
        return Oracle(found.manifest.lab, found.folder)

    with pytest.raises(AssignmentError, match=name.partition(":")[0]):
        oracle()


@pytest.mark.parametrize("level", ["namespaces", "landlock"])
def test_no_submission_can_read_it(folder, level):
    """A submission that knows where the reference lies and runs it gets no point; at level process there is no wall."""
    if missing(level):
        pytest.skip(missing(level))
    for path in (folder, *folder.parents):
        path.chmod(path.stat().st_mode | 0o755) if path.owner() == folder.owner() and path != path.parent else None
    (folder / "reference.py").write_text(REFERENCE)
    thief = f"""
import numpy as np

with open({str(folder / "reference.py")!r}) as file:
    exec(file.read())
""".encode()
    source = Source("thief.py", digest(thief), "attention.py", {"attention.py": thief})
    with ForkLauncher(level) as launcher:
        report = grade(source, load_assignment(folder), launcher, seed=1)
    assert report.score == 0
    assert {check.cause for check in report.checks} == {"import"}
