"""IPython's syntax becomes None, and every other line stays where it stood."""

import pytest

from grader.submission.magics import Magics


@pytest.mark.parametrize(
    ("source", "python"),
    [
        ("%matplotlib inline\nx = 1", "None\nx = 1\n"),
        ("!pip install einops", "None\n"),
        ("!!ls", "None\n"),
        ("files = !ls", "files = None\n"),
        ("old = %pwd", "old = None\n"),
        ("softmax?", "None\n"),
        ("?softmax", "None\n"),
        ("%time?", "None\n"),
        ("if True:\n    !ls\n    x = 1", "if True:\n    None\n    x = 1\n"),
        (">>> x = 1\n>>> y = 2", "x = 1\ny = 2\n"),
        ("In [1]: x = 1", "x = 1\n"),
        ("  x = 1\n  y = 2", "x = 1\ny = 2\n"),
        ("print 1", "print 1\n"),
        ("x = !", "x = None\n"),
    ],
)
def test_a_magic_becomes_none(source, python):
    assert Magics().to_python(source) == python


def test_lines_folded_into_one_command_are_put_back():
    assert (
        Magics().to_python("!pip install \\\n  a \\\n  b\nx = 1\n%cd \\\n  c\ny = 2")
        == "None\n\n\nx = 1\nNone\n\ny = 2\n"
    )


def test_blank_lines_above_a_cell_stay():
    assert Magics().to_python("\n  \n%cd x\ny = 1") == "\n\nNone\ny = 1\n"


def test_a_command_that_runs_on_past_the_end_is_read():
    assert Magics().to_python("!ls \\") == "None\n"


def test_a_string_that_holds_a_magic_stays():
    assert Magics().to_python("%cd x\ns = '''\n%not\n!not\n'''") == "None\ns = '''\n%not\n!not\n'''\n"


def test_a_call_that_is_no_magic_is_kept_as_the_call_it_is():
    assert Magics().to_python("/print 1 2") == "print(1, 2)\n"


def test_more_magics_than_anyone_writes_are_refused():
    with pytest.raises(ValueError, match="too many"):
        Magics().to_python("%cd x\n" + "#" * 200_000)


def test_all_cells_of_a_notebook_share_one_budget():
    magics = Magics()
    cell = "%cd x\n" + "#" * 100_000
    magics.to_python(cell)
    with pytest.raises(ValueError, match="too many"):
        magics.to_python(cell)
