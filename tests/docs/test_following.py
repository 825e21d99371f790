"""A document that is wrong is found out."""

import pytest

from tests.docs.document import Step
from tests.docs.following import Departure, run_command, run_python


def test_a_command_that_prints_what_is_shown_is_followed(tmp_path):
    run_command(Step("echo one; echo two >&2; touch made", "one\ntwo\n", 1), tmp_path)
    assert (tmp_path / "made").exists()


@pytest.mark.parametrize(("code", "prints"), [("echo other", "one\n"), ("echo one; exit 3", "one\n"), ("exit 3", "")])
def test_a_command_that_fails_or_prints_something_else_is_a_departure(tmp_path, code, prints):
    with pytest.raises(Departure, match="line 7"):
        run_command(Step(code, prints, 7), tmp_path)


def test_pieces_of_python_know_each_other_and_are_compared_one_by_one(tmp_path):
    steps = [Step("x = 1\n", None, 1), Step("print(x + 1)\n", "2\n", 5)]
    run_python(steps, tmp_path)
    with pytest.raises(Departure, match="line 5"):
        run_python([steps[0], steps[1]._replace(prints="3\n")], tmp_path)
    with pytest.raises(Departure, match="NameError"):
        run_python([Step("print(unknown)\n", "2\n", 1), *steps], tmp_path)
