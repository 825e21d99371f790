"""Every lab keeps its promises: each accepted style gets full marks, each wrong one fails exactly what it declares."""

import pytest

from grader.report import Cause
from grader.sandbox.forkserver import ForkLauncher
from tests.assignments.labs import FOLDERS, LABS, best, examples, failing, graded, lab_of, named

ACCEPTED, WRONG = examples("accepted"), examples("wrong")
SEEDS = range(25)


@pytest.fixture(scope="module")
def launcher():
    with ForkLauncher() as launcher:
        yield launcher


@pytest.mark.parametrize("name", LABS)
def test_there_are_as_many_examples_as_were_promised(name):
    lab = LABS[name]
    assert len(examples("accepted", lab.folder)) >= 10
    assert len(examples("wrong", lab.folder)) >= 20
    assert {path.stem for path in examples("wrong", lab.folder)} == set(lab.manifest.examples.wrong)


@pytest.mark.parametrize("name", LABS)
def test_every_check_is_failed_by_some_example_and_none_by_every(name):
    manifest = LABS[name].manifest
    declared = [set(example.fails) for example in manifest.examples.wrong.values()]
    assert set.union(*declared) == {item.id for item in manifest.check}
    assert not set.intersection(*declared)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_handout_tells_each_check_and_its_points(folder):
    handout = (folder / "README.md").read_text()
    for item in LABS[folder.name].manifest.check:
        assert f"| {item.points:g} | `{item.id}` |" in handout


@pytest.mark.parametrize("path", ACCEPTED, ids=named)
def test_an_accepted_style_gets_full_marks(path, launcher):
    lab = lab_of(path)
    report = graded(path, lab, launcher)
    assert (report.score, failing(report), report.diagnoses) == (best(lab), [], ()), report.seed


@pytest.mark.parametrize("path", WRONG, ids=named)
def test_a_wrong_example_fails_exactly_what_it_declares(path, launcher):
    lab = lab_of(path)
    declared = lab.manifest.examples.wrong[path.stem]
    report = graded(path, lab, launcher)
    assert failing(report) == list(declared.fails), report.seed
    assert report.score < lab.max_score
    bugs = [{diagnosis.bug, *(other.bug for other in diagnosis.also)} for diagnosis in report.diagnoses]
    assert [declared.bug in each for each in bugs] == [True], report.seed


@pytest.mark.soak
@pytest.mark.parametrize("path", ACCEPTED + WRONG, ids=named)
def test_the_verdict_does_not_hang_on_the_seed(path, launcher):
    lab = lab_of(path)
    expected = [] if path in ACCEPTED else list(lab.manifest.examples.wrong[path.stem].fails)
    for seed in SEEDS:
        assert failing(graded(path, lab, launcher, seed)) == expected, seed


@pytest.mark.parametrize("name", LABS)
def test_the_starter_gets_no_point(name, launcher):
    report = graded(LABS[name].folder / "starter.py", LABS[name], launcher)
    assert report.score == 0
    assert {check.cause for check in report.checks} == {Cause.EXCEPTION}
