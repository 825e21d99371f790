"""The folder of a new assignment: whole or not at all, and as the reference says."""

import re

import numpy as np
import pytest

from grader.assignment import load_assignment
from grader.authored import run_authored
from grader.drafting.folder import write_assignment
from grader.errors import AssignmentError, UsageError

NORM = '''
import numpy as np


def standardise(x, gain):
    """Bring each row of x (n, d) to mean 0 and variance 1, times gain (d)."""
    mean = x.mean(axis=-1, keepdims=True)
    spread = np.sqrt(((x - mean) ** 2).mean(axis=-1, keepdims=True))
    output = (x - mean) / spread * gain
    return output, spread[:, 0]
'''

RUNNING = '''
import numpy as np


def running(A):
    """Return the running sums of A (n, d)."""
    out = np.zeros_like(A)
    i, total = 0, 0.0
    while i < len(A):
        total = total + A[i]
        out[i] = total
        i = i + 1
    return out
'''


def from_text(tmp_path, text, name="new-lab"):
    source = tmp_path / "source.py"
    source.write_text(text)
    return write_assignment(tmp_path / name, source)


def test_functions_arguments_and_shapes_are_those_of_the_reference(tmp_path):
    function = from_text(tmp_path, NORM).manifest.function[0]
    assert function.signature == "standardise(x, gain)"
    assert [argument.shape for argument in function.arguments] == [("n", "d"), ("d",)]
    assert [(value.name, value.shape) for value in function.returns] == [("output", ("n", "d")), ("result", ("n",))]


def test_everything_that_a_lab_needs_is_there(tmp_path):
    folder = from_text(tmp_path, NORM).folder
    there = {path.name for path in folder.iterdir()}
    assert there == {"assignment.toml", "README.md", "starter.py", "reference.py", "examples"}
    assert (folder / "reference.py").read_text() == NORM
    assert len(list((folder / "examples" / "accepted").glob("*.py"))) == 2
    assert "standardise(x, gain)" in (folder / "README.md").read_text()
    assert "def standardise(x, gain):" in (folder / "starter.py").read_text()


def test_every_check_is_failed_by_some_drafted_mistake_and_each_says_what_it_is(tmp_path):
    assignment = from_text(tmp_path, NORM)
    wrong = assignment.manifest.examples.wrong
    assert {check for example in wrong.values() for check in example.fails} == {
        check.id for check in assignment.manifest.check
    }
    for name in wrong:
        text = (assignment.folder / "examples" / "wrong" / f"{name}.py").read_text()
        assert text.startswith(('"""In standardise `', '"""The '))
        compile(text, name, "exec")


def test_what_is_written_is_read_again_with_one_digest(tmp_path):
    first = from_text(tmp_path, NORM)
    assert load_assignment(first.folder).digest == first.digest


@pytest.mark.parametrize("name", ["New-Lab", "1lab", "my lab", "läb"])
def test_a_name_that_is_no_id_is_refused(tmp_path, name):
    with pytest.raises(UsageError, match="no name for an assignment"):
        write_assignment(tmp_path / name)


def test_nothing_is_written_over(tmp_path):
    (tmp_path / "my-lab").mkdir()
    with pytest.raises(UsageError, match="something at"):
        write_assignment(tmp_path / "my-lab")


@pytest.mark.parametrize(
    ("text", "fault", "told"),
    [
        ("def f(A, B):\n    return A @ B\n", UsageError, "Say the shapes of its arguments"),
        ("import numpy as np\n\n\ndef f(x):\n    return np.zeros(6)\n", UsageError, r"it returns the shape \(6,\)"),
        ("def f(x):\n    return x / 0\n", AssignmentError, "NaN or infinity"),
        (f"def f(x: '{' '.join('abcdefghijk')}'):\n    return x\n", UsageError, "11 dimensions, and no more than 10"),
        ("def f(x):\n    return x\0\n", UsageError, "is no Python: source"),
        ("import no_such_thing\n\n\ndef f(x):\n    return x\n", AssignmentError, "cannot be run"),
    ],
)
@pytest.mark.filterwarnings("ignore:divide by zero")
def test_a_reference_that_will_not_do_leaves_nothing_behind(tmp_path, text, fault, told):
    with pytest.raises(fault, match=f"^{re.escape(str(tmp_path))}/source.py.*{told}"):
        from_text(tmp_path, text)
    assert [path.name for path in tmp_path.iterdir()] == ["source.py"]


def test_a_source_that_is_not_there_is_told(tmp_path):
    with pytest.raises(UsageError, match="cannot be read"):
        write_assignment(tmp_path / "my-lab", tmp_path / "none.py")


def test_a_mistake_that_runs_for_ever_is_no_example(tmp_path):
    assignment = from_text(tmp_path, RUNNING)
    texts = [path.read_text() for path in (assignment.folder / "examples" / "wrong").glob("*.py")]
    assert any("`total + A[i]` became" in text for text in texts)
    assert not any("`i + 1` became `i`" in text or "`i + 1` became `1`" in text for text in texts)


def test_a_value_may_be_called_as_its_argument(tmp_path):
    text = 'def centred(X):\n    """Return X (n, d) less its mean."""\n    X = X - X.mean()\n    return X\n'
    assignment = from_text(tmp_path, text)
    assert assignment.manifest.examples.wrong["changes_its_argument"].fails == ("purity",)
    example = run_authored(assignment.folder / "examples" / "wrong" / "changes_its_argument.py")
    given = np.array([[1.0, 3.0]])
    assert np.array_equal(example.centred(given), [[-1, 1]])
    assert np.array_equal(given, [[2, 6]])


def test_names_may_be_greek(tmp_path):
    text = 'def scale(θ, Z):\n    """Return θ (n, d) times Z (n, d)."""\n    return np.multiply(θ, Z, where=True)\n'
    assignment = from_text(tmp_path, f"import numpy as np\n\n\n{text}")
    assert assignment.manifest.function[0].signature == "scale(θ, Z)"
    given = assignment.manifest.check[-1].given[0].arguments
    assert list(given) == ["θ", "Z"]


def test_a_mistake_in_what_is_worked_out_on_reading_fails_what_it_fails(tmp_path):
    text = "def _table(n):\n    return [0.5] * n\n\n\nTOP = _table(4)[3]\n\n\ndef f(A):\n    return A + TOP\n"
    wrong = from_text(tmp_path, text).manifest.examples.wrong
    assert {"changes_its_argument", "sub_for_add"} <= set(wrong)


def test_a_library_may_go_by_any_name(tmp_path):
    text = "import numpy\n\n\ndef f(A):\n    return numpy.sqrt(A * A + 1)\n"
    assert from_text(tmp_path, text).manifest.examples.wrong["rounded"].fails == ("numbers",)


def test_a_reference_may_begin_with_a_byte_order_mark(tmp_path):
    folder = from_text(tmp_path, f"\N{BYTE ORDER MARK}{NORM}").folder
    assert (folder / "reference.py").read_text() == NORM
