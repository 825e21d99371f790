"""A small class that was really graded."""

import shutil

import pytest

from grader.batch.running import Request, run_batch
from tests.conftest import ATTENTION


@pytest.fixture(scope="session")
def graded(tmp_path_factory):
    """A right and a wrong submission and one that is no code, graded."""
    here = tmp_path_factory.mktemp("class")
    (here / "handed-in").mkdir()
    shutil.copy(next((ATTENTION / "examples" / "accepted").glob("*.py")), here / "handed-in" / "s001.py")
    shutil.copy(ATTENTION / "examples" / "wrong" / "scale_by_dk.py", here / "handed-in" / "s002.py")
    (here / "handed-in" / "s003.txt").write_text("an essay")
    outcome = run_batch(Request(path=here / "handed-in", out=here / "out", assignment=str(ATTENTION), seed=5, jobs=1))
    assert outcome.stopped is None
    return here
