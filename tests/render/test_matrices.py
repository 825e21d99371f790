import pytest

from grader.render.matrices import alike, shape, wrong


@pytest.mark.parametrize(
    ("got", "want", "is_wrong"),
    [
        ("1.000", "1.000", False),
        ("-0.000", "0.000", False),
        ("1.000", "0.999", True),
        ("nan", "1.000", True),
        ("", "1", True),
    ],
)
def test_an_entry_is_wrong_where_its_number_differs_in_the_digits_shown(got, want, is_wrong):
    assert wrong(((got,),), ((want,),)) == [[is_wrong]]


def test_matrices_of_different_shapes_are_compared_nowhere():
    assert wrong((("1", "2"),), (("1",), ("2",))) == [[False, False]]


def test_ragged_rows_have_another_shape():
    assert not alike((("1",), ("1", "2")), (("1", "2"), ("1", "2")))


def test_shapes_are_written_as_python_does():
    assert [shape(()), shape((("1", "2", "3"),))] == ["(0, 0)", "(1, 3)"]
