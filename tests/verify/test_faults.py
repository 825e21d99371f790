"""Faults in a rubric, seeded one at a time: verify finds each, and says what it is."""

import pytest

from grader.assignment import load_assignment
from grader.verify.promise import broken
from tests.verify.labs import copy_of, proof_of

pytestmark = pytest.mark.slow

SLOPPY = '''

def sloppy(*arguments, unit):
    """The bound on a right answer's rounding, as somebody guessed it."""
    return (np.full(distances(*arguments).shape, {bound}),)
'''
ROUNDING = (
    '# rounding = "reference.py:distances_rounding"    a bound on a right answer\'s rounding; it is estimated without'
)


def with_bound(lab, folder, bound):
    copy_of(lab, folder, assignment=(ROUNDING, 'rounding = "reference.py:sloppy"'))
    with (folder / "reference.py").open("a") as reference:
        reference.write(SLOPPY.format(bound=bound))
    return folder


def test_the_lab_as_it_is_written_has_no_fault(lab, tmp_path):
    proof = proof_of(copy_of(lab, tmp_path / "lab"), seeds=2)
    assert proof.problems == ()
    assert proof.proven
    assert proof.threads == (1, 4)


def test_a_loosened_tolerance(lab, tmp_path):
    proof = proof_of(with_bound(lab, tmp_path / "lab", 0.1))
    assert "wrong/rounded.py passes numbers, which it is to fail." in proof.problems


def test_an_over_tight_tolerance(lab, tmp_path):
    proof = proof_of(with_bound(lab, tmp_path / "lab", 1e-12))
    told = [problem for problem in proof.problems if problem.startswith("accepted/single_precision.py fails numbers")]
    assert len(told) == 1
    assert "should be" in told[0]


def test_a_dropped_check(lab, tmp_path):
    """Without the check of purity nothing refuses what changes its arguments."""
    folder = copy_of(lab, tmp_path / "lab", assignment=('changes_its_argument = { fails = ["purity"] }\n', ""))
    text = (folder / "assignment.toml").read_text()
    start = text.index('[[check]]\nid = "purity"')
    (folder / "assignment.toml").write_text(text[:start] + text[text.index("[[check]]", start + 1) :])
    (folder / "examples" / "wrong" / "changes_its_argument.py").unlink()
    problems = proof_of(folder).problems
    survivors = ("A changed in place", "B changed in place", "the first answer whatever is asked")
    assert set(problems) == {f"Your rubric would give full marks to this: distances: {what}" for what in survivors}


def test_a_check_that_nobody_fails(lab, tmp_path):
    folder = copy_of(lab, tmp_path / "lab", assignment=('changes_its_argument = { fails = ["purity"] }\n', ""))
    (folder / "examples" / "wrong" / "changes_its_argument.py").unlink()
    told = "No wrong example fails purity: give one that does, or leave the check out."
    assert proof_of(folder).problems == (told,)


def test_a_check_that_nobody_can_fail_and_that_is_only_skipped(lab, tmp_path):
    """A wrong example is promised to fail it, and does not pass it: it is not looked at."""
    text = (lab / "assignment.toml").read_text().replace('"numbers"]', '"numbers", "nothing"]')
    text = text.replace('"numbers", "worked', '"numbers", "nothing", "worked')
    nothing = """
[[check]]
id = "nothing"
kind = "vacuous"
title = "Nothing at all"
points = 40
of = ["distances"]
against = "nobody"
needs = ["numbers"]

[examples.wrong]"""
    vacuous = """
from typing import Literal

from grader.checks.item import passed
from grader.checks.match import Match


class Vacuous(Match):
    kind: Literal["vacuous"]

    def judge(self, answers):
        return passed()
"""
    folder = copy_of(lab, tmp_path / "lab")
    (folder / "assignment.toml").write_text(text.replace("\n[examples.wrong]", nothing))
    (folder / "checks.py").write_text(vacuous)
    told = "No wrong example fails nothing: give one that does, or leave the check out."
    assert proof_of(folder).problems == (told,)


def test_an_unreachable_point(lab, tmp_path):
    never = """
from collections.abc import Mapping
from typing import Literal

from grader.checks.item import failed
from grader.checks.match import Match
from grader.report import Cause


class Never(Match):
    kind: Literal["never"]

    def judge(self, answers):
        return failed(Cause.WRONG, "It is never right.")
"""
    folder = copy_of(lab, tmp_path / "lab", assignment=('kind = "match"', 'kind = "never"'))
    (folder / "checks.py").write_text(never)
    problems = proof_of(folder).problems
    assert "The 50 points of numbers are out of reach: not even the reference passes it." in problems
    assert "the reference fails numbers: It is never right." in problems


def test_a_flaky_example(lab, tmp_path):
    """Right with one thread only: with two seeds it is right in one run of two, whatever the machine."""
    flaky = ("return squares.sum(axis=-1)", "return squares.sum(axis=-1) * torch.get_num_threads()")
    folder = copy_of(lab, tmp_path / "lab")
    path = folder / "examples" / "accepted" / "as_the_reference.py"
    path.write_text(path.read_text().replace(*flaky).replace("import numpy as np", "import numpy as np\nimport torch"))
    told = [problem for problem in proof_of(folder, seeds=2).problems if "numbers" in problem]
    assert len(told) == 1
    start = "accepted/as_the_reference.py fails numbers in 1 of 2 runs (seed 2): the verdict is flaky: "
    assert told[0].startswith(start)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            'rounded = { fails = ["numbers"] }',
            'rounded = { fails = ["shapes"] }',
            "rounded.py fails numbers: distances",
        ),
        ('rounded = { fails = ["numbers"] }', 'rounded = { fails = ["shapes"] }', "rounded.py passes shapes, which it"),
        (
            'rounded = { fails = ["numbers"] }',
            'rounded = { bug = "scale-missing", fails = ["numbers"] }',
            "rounded.py is named rounded, and is to be named scale-missing only.",
        ),
        ("rounded = {", "rounding = {", "[examples.wrong] speaks of rounding, but there is no"),
        ("rounded = {", "rounding = {", "rounded.py stands nowhere in [examples.wrong]"),
    ],
)
def test_a_wrong_declaration(lab, tmp_path, old, new, told):
    proof = proof_of(copy_of(lab, tmp_path / "lab", assignment=(old, new)))
    assert [told in problem for problem in proof.problems].count(True) == 1


def test_a_starter_that_earns_points(lab, tmp_path):
    given = 'raise NotImplementedError("distances")'
    proof = proof_of(copy_of(lab, tmp_path / "lab", starter=(given, "return np.zeros((len(A), len(B)))")))
    assert proof.problems == ("starter.py gets the 20 points of shapes, which it is to fail.",)


def test_an_example_that_is_no_python(lab, tmp_path):
    folder = copy_of(lab, tmp_path / "lab")
    (folder / "examples" / "accepted" / "broken.py").write_text("def distances(A, B:\n")
    told = [problem for problem in proof_of(folder).problems if problem.startswith("accepted/broken.py")]
    assert told


def test_no_examples_at_all(lab, tmp_path):
    folder = copy_of(lab, tmp_path / "lab")
    for path in [*(folder / "examples").rglob("*.py"), folder / "starter.py"]:
        path.unlink()
    problems = " ".join(proof_of(folder).problems)
    for told in ("There is no starter.py", "nothing in examples/accepted", "nothing in examples/wrong"):
        assert told in problems


def test_an_example_that_nobody_promised_is_told_by_its_own_name(lab, tmp_path):
    folder = copy_of(lab, tmp_path / "lab")
    (folder / "examples" / "wrong" / "new.ipynb").write_text("{}")
    told = "examples/wrong/new.ipynb stands nowhere in [examples.wrong]: say which checks it fails."
    assert [*broken(load_assignment(folder))] == [told]
