"""Examples are promised in every form in which students hand in, however they are called."""

import pytest

from grader.assignment import load_assignment
from grader.verify.promise import broken, promises
from tests.verify.labs import copy_of


@pytest.fixture
def folder(lab, tmp_path):
    """A copy of the lab."""
    return copy_of(lab, tmp_path / "lab")


def accepted(folder):
    return {promise.name for promise in promises(load_assignment(folder)) if promise.kind == "accepted"}


@pytest.mark.parametrize("name", ["other.py", "UPPER.PY", "book.IPYNB", "packed.Zip", "pair"])
def test_an_example_is_a_file_of_any_case_or_a_folder(folder, name):
    before = accepted(folder)
    place = folder / "examples" / "accepted" / name
    place.write_text("") if "." in name else place.mkdir()
    assert accepted(folder) - before == {f"accepted/{name}"}


@pytest.mark.parametrize("name", [".DS_Store", ".other.py.swp", ".ipynb_checkpoints", "__pycache__", "notes.md"])
def test_what_others_leave_there_is_no_example(folder, name):
    before = accepted(folder)
    place = folder / "examples" / "accepted" / name
    place.write_text("") if "." in name[1:] or name == ".DS_Store" else place.mkdir()
    assert accepted(folder) == before


@pytest.mark.parametrize("name", ["UPPER.PY", "pair"])
def test_a_wrong_example_of_which_nothing_is_said_is_told(folder, name):
    place = folder / "examples" / "wrong" / name
    place.write_text("") if "." in name else place.mkdir()
    told = f"examples/wrong/{name} stands nowhere in [examples.wrong]: say which checks it fails."
    assert [*broken(load_assignment(folder))] == [told]
