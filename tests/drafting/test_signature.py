"""Functions are read from a reference's text: names, arguments, shapes, what is returned; nothing is run."""

import pytest

from grader.drafting.signature import signatures
from grader.errors import UsageError


def only(text):
    found = signatures(text, "reference.py")
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize(
    "argument",
    ['x: Annotated[np.ndarray, "n d"]', 'x: Float[Array, "n d"]', 'x: "n d"', 'x: Annotated[Array, "no shape", "n d"]'],
)
def test_a_shape_is_the_last_string_of_an_annotation(argument):
    assert only(f"def f({argument}):\n    return x").arguments == {"x": ("n", "d")}


def test_a_shape_may_stand_in_the_docstring():
    text = 'def f(x, gain):\n    """Scale x (n, d) by gain (d)."""\n    return x * gain\n'
    assert only(text).arguments == {"x": ("n", "d"), "gain": ("d",)}


def test_a_number_has_no_axes():
    assert only('def f(x: ""):\n    return x').arguments == {"x": ()}


def test_without_a_shape_there_is_none():
    assert only("def f(x: float, y):\n    return x").arguments == {"x": None, "y": None}


def test_arguments_with_defaults_are_the_authors_own_affair():
    assert list(only("def f(x, y, eps=1e-5, *, axis=-1):\n    return x").arguments) == ["x", "y"]


def test_private_functions_are_not_asked_for():
    assert only("def _g(x):\n    return x\n\ndef f(x):\n    return _g(x)\n").name == "f"


@pytest.mark.parametrize(
    ("returned", "names"), [("output", ("output",)), ("output, weights", ("output", "weights")), ("x + 1", ("",))]
)
def test_values_are_called_as_the_variables_behind_the_last_return(returned, names):
    assert only(f"def f(x):\n    if x:\n        return 1, 2, 3\n    return {returned}\n").returns == names


@pytest.mark.parametrize(
    ("text", "told"), [("x = 1", "no function"), ("def f(:", "line 1"), ("def f(x=1):\n    return x", "no argument")]
)
def test_what_cannot_be_a_reference_is_told(text, told):
    with pytest.raises(UsageError, match=f"reference.py.*{told}"):
        signatures(text, "reference.py")


def test_nothing_is_run():
    assert only("raise SystemExit\n\ndef f(x):\n    return x\n").name == "f"
