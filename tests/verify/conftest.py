"""The lab that `grade new` writes, once for all tests of a process."""

from pathlib import Path

import pytest

from grader.drafting.folder import write_assignment


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lab of one function, distances(A, B)."""
    return write_assignment(tmp_path_factory.mktemp("labs") / "my-lab").folder
