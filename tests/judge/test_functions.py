"""Functions of ours are judged as the same functions are in a worker: same answers, same findings."""

import importlib.util

import numpy as np
import pytest

from grader.assignment import load_assignment
from grader.judge.functions import Functions
from grader.judge.grading import grade
from grader.report import Cause
from grader.sandbox.forkserver import ForkLauncher
from grader.submission.reading import read_submission
from grader.verify.judged import judged
from tests.conftest import ATTENTION

SEED = 11
LAB = load_assignment(ATTENTION).manifest.lab
GIVEN = {"scores": np.zeros((1, 2))}


@pytest.fixture(scope="module")
def launcher():
    with ForkLauncher() as launcher:
        yield launcher


def functions_of(path, names):
    """The functions of one of our own examples, imported into this process."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return {name: getattr(module, name) for name in names}


EXAMPLES = sorted((ATTENTION / "examples").glob("*/*.py"))
NUMPY = [path for path in EXAMPLES if "import numpy" in path.read_text() and "torch" not in path.read_text()]


@pytest.mark.parametrize("path", NUMPY, ids=lambda path: path.stem)
def test_the_judgement_is_the_one_that_a_worker_gets(path, attention, launcher):
    told = []
    source = read_submission(path, entry="attention.py", notebook="defs")
    grade(source, attention, launcher, seed=SEED, told=told.extend)
    functions = functions_of(path, attention.manifest.lab.functions)
    with np.errstate(all="ignore"):
        here = list(judged(attention, lambda: functions, SEED))
    assert len(told) == len(here) == 9
    for (check, answers), (same, own) in zip(told, here, strict=True):
        assert (check.id, check.status, check.cause) == (same.id, same.status, same.cause)
        for case, answer in answers.items():
            assert (answer.failure is None) == (own[case].failure is None)
            assert answer.dtypes == own[case].dtypes
            assert len(answer.problems) == len(own[case].problems)
            for name, got in answer.got.items():
                assert np.array_equal(got, own[case].got[name], equal_nan=True)
            for name, after in answer.after.items():
                assert np.array_equal(after, own[case].after[name])


def test_there_are_numpy_examples_that_are_right_and_wrong():
    assert {path.parent.name for path in NUMPY} == {"accepted", "wrong"}


def test_what_a_function_raises_is_an_answer():
    def ask(function):
        return Functions(lambda: {"softmax": function}, LAB).ask("softmax", GIVEN).cause

    assert ask(lambda scores: 1 / int(scores[0, 0])) is Cause.EXCEPTION
    assert ask(lambda scores: "no array") is Cause.EXCEPTION
    assert ask(lambda: None) is Cause.EXCEPTION
    assert Functions(lambda: {"softmax": lambda scores: None}, LAB).ask("softmax", GIVEN).packing == 4


def test_arguments_are_copies_and_come_back_as_they_were_left():
    given = np.zeros((1, 2))
    given.setflags(write=False)

    def change(scores):
        scores += 1
        return scores

    reply = Functions(lambda: {"softmax": change}, LAB).ask("softmax", {"scores": given}, echo=True)
    assert reply.echoed[0].data == np.ones((1, 2)).tobytes()
    assert not given.any()


def test_functions_are_made_anew_where_a_fresh_worker_would_be_asked():
    made = []
    asked = Functions(lambda: made.append("made") or {}, LAB)
    asked.renew()
    assert made == ["made", "made"]
