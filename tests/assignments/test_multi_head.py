"""Heads that are scrambled are named, and no one's style costs a point."""

import pytest

from tests.assignments.promises import Promises, examples

LAB = "multi-head-attention"


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
    assert promises.graded(promises.folder / "starter.py").score == 0
