"""A lab of plain values, by the same engine; with numbers of its own for each student where the manifest gives some."""

import tomllib

import pytest

from grader.assignment import MANIFEST
from grader.manifest import Manifest
from grader.report import Status
from tests.assignments.promises import Promises, examples, failing

LAB = "knowledge-check"


@pytest.fixture(scope="module")
def promises():
    with Promises(LAB) as promises:
        yield promises


def test_every_check_is_failed_by_some_example(promises):
    promises.every_check_is_failed()


@pytest.mark.parametrize("path", examples(LAB, "accepted"), ids=lambda path: path.stem)
def test_an_accepted_style_gets_full_marks(path, promises):
    promises.accepts(path)


@pytest.mark.parametrize("path", examples(LAB, "wrong"), ids=lambda path: path.stem)
def test_a_wrong_example_fails_exactly_what_it_declares(path, promises):
    promises.refuses(path)


def test_the_starter_gets_no_point(promises):
    report = promises.graded(promises.folder / "starter.py")
    assert report.score == 0
    assert report.checks[0].message == "scores_shape is None; it should be the answer."


def test_one_wrong_answer_costs_its_own_share(promises):
    report = promises.graded(promises.folder / "examples" / "wrong" / "percent.py")
    assert (report.score, report.max_score) == (6, 7)
    assert [check.status for check in report.checks] == [Status.PASSED, Status.PARTIAL, Status.PASSED]


@pytest.mark.parametrize("name", ["percent", "shape_of_queries", "variance_for_spread", "too_few_digits"])
def test_no_report_gives_an_answer_away(name, promises):
    report = promises.graded(promises.folder / "examples" / "wrong" / f"{name}.py")
    assert not any(check.evidence for check in report.checks)
    assert not any(diagnosis.example for diagnosis in report.diagnoses)
    told = " ".join([c.message for c in report.checks] + [d.explanation + d.hint for d in report.diagnoses])
    assert not {"(5, 5)", "0.468", " 8."} & {part for part in ("(5, 5)", "0.468", " 8.") if part in told}


def test_the_seed_chooses_the_numbers_and_right_and_wrong_answers_follow(promises, tmp_path):
    choices = tomllib.loads((promises.folder / MANIFEST).read_text())
    for function in choices["function"]:
        if "n" in function["said"]:
            function["said"] = {"n": [5, 6, 7, 8], "d_k": [9, 16, 25]}
    fresh = Promises.__new__(Promises)
    fresh.folder, fresh._launcher = promises.folder, promises._launcher
    fresh.lab = promises.lab.model_copy(update={"manifest": Manifest.model_validate(choices)})
    right = (promises.folder / "examples" / "accepted" / "plain.py").read_text()
    told = {}
    for seed in range(6):
        report = fresh.graded(promises.folder / "starter.py", seed)
        asked = fresh.graded(written(tmp_path, right.replace("(5, 5)", "(99, 99)")), seed).checks[0].message
        n = int(asked.split("n = ")[1].split()[0].rstrip("."))
        d_k = int(asked.split("d_k = ")[1].rstrip("."))
        assert failing(fresh.graded(written(tmp_path, right.replace("(5, 5)", f"({n}, {n})")), seed)) == []
        wrong = fresh.graded(
            written(
                tmp_path,
                right.replace("weights_shape = (5, 5)", f"weights_shape = ({n}, {d_k})").replace(
                    "(5, 5)", f"({n}, {n})"
                ),
            ),
            seed,
        )
        assert [diagnosis.bug for diagnosis in wrong.diagnoses] == ["weights-like-outputs"]
        told[n, d_k] = report.score
    assert len(told) > 2
    assert set(told.values()) == {0}


def written(folder, text):
    path = folder / "answers.py"
    path.write_text(text)
    return path
