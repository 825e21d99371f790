"""Rubrics that see too little, of a lab of attention: verify lists whoever gets full marks all the same."""

import contextlib
import time

import pytest

from grader.assignment import load_assignment
from grader.verify.concluding import prove_rubric
from grader.verify.crew import Found
from grader.verify.mutant import Mutant, form
from grader.verify.mutants import mutants
from grader.verify.survival import Fate, fate
from reference.attention import attention as attention_of

MANIFEST = """
id = "blind"
version = "1"
title = "Attention, output only"
lesson = ""
[submission]
entry = "attention.py"
[limits]
import_seconds = 20
call_seconds = 10
total_seconds = 120
memory_mb = 1024
[sizes]
smallest = 5
largest = 11
square = [["n_q", "n_k"]]
[[function]]
name = "attend"
reference = "reference.py:attend"
arguments = [
    {{ name = "Q", shape = ["n_q", "d_k"], spread = 1.5 }},
    {{ name = "K", shape = ["n_k", "d_k"], spread = 1.0 }},
    {{ name = "V", shape = ["n_k", "d_v"], spread = 1.0 }},
]
returns = [{{ name = "output", shape = ["n_q", "d_v"] }}]
steps = ["scores", "scale", "mask", "normalisation", "weighing", "mix"]
[[check]]
id = "shapes"
kind = "{shapes}"
title = "Shapes"
points = 1
of = ["attend"]
[[check]]
id = "numbers"
kind = "{numbers}"
title = "Numbers"
points = 9
of = ["attend"]
against = "the reference"
"""
REFERENCE = """
from reference.attention import attention


def attend(Q, K, V):
    return attention(Q, K, V).output
"""
KINDS = """
from typing import Literal

import numpy as np

from grader.checks.case import Case
from grader.checks.match import Match
from grader.checks.shapes import Shapes


class _Square(Shapes):
    def cases(self, lab, rng):
        sizes = lab.equal(rng)
        return [Case(name, name, lab.functions[name].draw(sizes, rng, "float64")) for name in self.of]


class SquareShapes(_Square):
    kind: Literal["square_shapes"]


class SquareMatch(Match):
    kind: Literal["square_match"]

    def cases(self, lab, rng):
        sizes = lab.equal(rng)
        return [Case(name, name, lab.functions[name].draw(sizes, rng, "float64")) for name in self.of]


class ConstantV(Match):
    kind: Literal["constant_v"]

    def cases(self, lab, rng):
        found = super().cases(lab, rng)
        return [Case(c.id, c.function, {**c.arguments, "V": np.ones_like(c.arguments["V"])}) for c in found]
"""


def blind(folder, shapes="shapes", numbers="match"):
    folder.mkdir()
    (folder / "assignment.toml").write_text(MANIFEST.format(shapes=shapes, numbers=numbers))
    (folder / "reference.py").write_text(REFERENCE)
    (folder / "checks.py").write_text(KINDS)
    return load_assignment(folder)


def survivors(assignment):
    fates = [fate(assignment, mutant, 1) for mutant in mutants(assignment)]
    return {form(each.id) for each in fates if not each.refused_by and not each.right}


#: What shows itself in large scores only, in arguments after the call, or when a second question has the same sizes.
UNASKED = {
    "attend: the first answer whatever is asked",
    "attend: softmax-unstable, unshifted",
    "attend: softmax-global-max, shifted by one maximum",
    "attend: softmax-mean-shift, shifted by mean",
    "attend: softmax-clamped, clamped",
    "attend: softmax-epsilon, with constant",
    *(f"attend: {name} changed in place" for name in "QKV"),
}


def test_the_numbers_of_rectangular_matrices_refuse_all_that_shows_at_ordinary_size(tmp_path):
    assert survivors(blind(tmp_path / "lab")) == UNASKED


def test_square_sizes_only(tmp_path):
    """Where all sizes are equal, one width or length is as good as another."""
    assert survivors(blind(tmp_path / "lab", shapes="square_shapes", numbers="square_match")) - UNASKED == {
        "attend: scale-sqrt-dv, by root of value width",
        "attend: scale-sqrt-n, by root of keys",
        "attend: scale-batch, by root of first axis",
    }


def test_constant_values(tmp_path):
    """The mean of equal rows is that row, whatever the weights are that add up to 1."""
    left = survivors(blind(tmp_path / "lab", numbers="constant_v"))
    for bug in ("scale-missing, none", "softmax-twice, twice", "hard-max, best match only", "Q taken as zeros"):
        assert f"attend: {bug}" in left


@pytest.mark.parametrize(
    ("check", "lost"),
    [
        ("shapes", "attention: values in reverse order"),
        ("overflow", "softmax: softmax-unstable, unshifted"),
        ("fused_match", "attention: V rounded to half precision"),
        ("projections", "self_attention: W_k negated"),
        ("purity", "attention: K changed in place"),
    ],
)
def test_a_dropped_check_of_the_shipped_lab(attention, check, lost):
    manifest = attention.manifest
    kept = tuple(item for item in manifest.check if item.id != check)
    without = attention.model_copy(update={"manifest": manifest.model_copy(update={"check": kept})})
    mutant = next(each for each in mutants(attention) if each.id == lost)
    assert fate(attention, mutant, 1).refused_by == check
    assert fate(without, mutant, 1) == Fate(id=lost, seed=1)


def test_a_mutant_may_pass_with_a_reason_and_only_if_it_does(tmp_path):
    folder = tmp_path / "lab"
    blind(folder)
    with (folder / "assignment.toml").open("a") as manifest:
        manifest.write('[[mutant]]\nid = "attend: softmax-*"\nreason = "Large scores are next week\'s lab."\n')
        manifest.write('[[mutant]]\nid = "attend: scale-missing*"\nreason = "Nobody knows."\n')
    fates = [Fate(id="attend: softmax-unstable, unshifted", seed=1), Fate(id="attend: V doubled", seed=1)]
    proof = prove_rubric(load_assignment(folder), Found([], [], fates, 1, (1,)))
    assert [(s.id, s.reason) for s in proof.survivors] == [
        ("attend: softmax-unstable, unshifted", "Large scores are next week's lab."),
        ("attend: V doubled", ""),
    ]
    told = [problem for problem in proof.problems if "mutant" in problem or "full marks to" in problem]
    assert told == [
        "Your rubric would give full marks to this: attend: V doubled",
        '[[mutant]] "attend: scale-missing*" is declared, but no mutant of that name gets full marks.',
    ]


SLOW = """
import time

from reference.attention import attention


def attend(Q, K, V):
    time.sleep(0.01)
    return attention(Q, K, V).output
"""


def limited(assignment, **seconds):
    """Return an assignment with other limits."""
    limits = assignment.manifest.limits.model_copy(update=seconds)
    return assignment.model_copy(update={"manifest": assignment.manifest.model_copy(update={"limits": limits})})


def test_a_mutant_that_the_rubric_does_not_see_survives_however_slow_the_reference_is(tmp_path):
    """What is expected takes some twenty times as long as the mutant may."""
    blind(tmp_path / "lab")
    (tmp_path / "lab" / "reference.py").write_text(SLOW)
    assignment = limited(load_assignment(tmp_path / "lab"), call_seconds=0.2, total_seconds=0.2)

    def in_place(Q, K, V):
        output = attention_of(Q, K, V).output
        K *= 2
        return output

    mutant = Mutant("attend: K changed in place", lambda: {"attend": in_place})
    assert fate(assignment, mutant, 1) == Fate(id=mutant.id, seed=1)


@pytest.mark.parametrize("seconds", [{"call_seconds": 0.1}, {"total_seconds": 0.1}])
@pytest.mark.parametrize("swallows", [(), (Exception,)])
def test_a_mutant_that_takes_longer_than_a_submission_may_is_refused_as_one(tmp_path, seconds, swallows):
    def endless(*given):
        while True:
            with contextlib.suppress(*swallows):
                time.sleep(0.01)

    mutant = Mutant("attend: endless", lambda: {"attend": endless})
    found = fate(limited(blind(tmp_path / "lab"), **seconds), mutant, 1)
    assert found == Fate(id=mutant.id, seed=1, refused_by="shapes")
