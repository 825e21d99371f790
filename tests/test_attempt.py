"""A submission is read as its assignment wants it."""

import pytest

from grader.attempt import read, read_bytes, read_source
from grader.errors import RejectedError


def wanting(assignment, *files):
    intake = assignment.manifest.submission.model_copy(update={"files": files})
    return assignment.model_copy(update={"manifest": assignment.manifest.model_copy(update={"submission": intake})})


def test_a_file_that_must_be_there_and_is_not_is_told(attention, tmp_path):
    (tmp_path / "attention.py").write_text("x = 1\n")
    with pytest.raises(RejectedError, match=r"without masks\.py\. Hand in attention\.py and masks\.py together"):
        read(tmp_path, wanting(attention, "masks.py"))
    (tmp_path / "masks.py").write_text("y = 1\n")
    assert set(read(tmp_path, wanting(attention, "masks.py")).files) == {"attention.py", "masks.py"}


@pytest.mark.parametrize("way", ["bytes", "text"])
def test_it_is_missed_however_the_work_comes(attention, way):
    wanted = wanting(attention, "masks.py")
    with pytest.raises(RejectedError, match=r"without masks\.py"):
        read_bytes("attention.py", b"x = 1\n", wanted) if way == "bytes" else read_source("x = 1\n", wanted)
    assert read_source("x = 1\n", attention).files == read_bytes("attention.py", b"x = 1\n", attention).files
