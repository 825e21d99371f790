"""The bundles as two platforms build and run them: as root, under Docker's default seccomp profile.

Gradescope runs setup.sh while it makes its image, from a base that is Ubuntu's there and Debian's here; PrairieLearn pulls
an image that its Dockerfile makes.
"""

import json
from typing import NamedTuple

import pytest

from tests.conftest import ATTENTION
from tests.hostile.corpus import HERE
from tests.lms.bundles.documented import Gradescope, Prairielearn

pytestmark = pytest.mark.container


class Upload(NamedTuple):
    """A submission, what it is worth in percent, and the status of its first check."""

    source: str
    percent: float
    first: str


UPLOADS = {
    "right": Upload((ATTENTION / "examples/accepted/matmul.py").read_text(), 100, "passed"),
    "wrong": Upload((ATTENTION / "examples/wrong/scale_by_dk.py").read_text(), 60, "passed"),
    "broken": Upload("def softmax(scores)\n    return scores\n", 0, "failed"),
    "hostile": Upload((HERE / "attacks/A04_write_the_results_file.py").read_text(), 0, "failed"),
}
#: The documented members, and some that are of no use here.
METADATA = {
    "id": 123456, "created_at": "2026-11-30T03:30:15.000000-07:00", "submission_method": "upload",
    "assignment": {"id": 25828, "course_id": 1234, "title": "Attention", "total_points": "100.0", "group_submission": False},
    "users": [{"email": "student@example.com", "id": 1234, "name": "A Student"}], "previous_submissions": [],
}  # fmt: skip


@pytest.mark.parametrize("name", UPLOADS)
def test_gradescope_gets_results_as_documented(machine, tmp_path, name):
    upload = UPLOADS[name]
    submission, results = tmp_path / "submission", tmp_path / "results"
    submission.mkdir()
    results.mkdir()
    (submission / "attention.py").write_text(upload.source)
    (tmp_path / "submission_metadata.json").write_text(json.dumps(METADATA))
    mounts = [f"--volume={path}:/autograder/{path.name}" for path in sorted(tmp_path.iterdir())]
    run = machine.run_image("gradescope", "docker", *mounts, command=("/autograder/run_autograder",))
    assert run.returncode == 0, run.stderr

    assert [path.name for path in results.iterdir()] == ["results.json"]
    result = Gradescope.model_validate_json((results / "results.json").read_bytes())
    assert result.score == upload.percent
    assert sum(test.max_score for test in result.tests) == 100
    assert result.tests[0].status == upload.first
    assert (submission / "attention.py").read_text() == upload.source


@pytest.mark.parametrize("name", UPLOADS)
def test_prairielearn_gets_results_as_documented(machine, tmp_path, name):
    upload = UPLOADS[name]
    files = {
        "student/attention.py": upload.source, "data/data.json": "{}", "tests/about": "", "serverFilesCourse/about": "",
    }  # fmt: skip
    for path, text in files.items():
        (tmp_path / path).parent.mkdir()
        (tmp_path / path).write_text(text)
    options = (f"--volume={tmp_path}:/grade", "--entrypoint=/opt/grader/run_prairielearn")
    run = machine.run_image("prairielearn", "docker", *options)
    assert run.returncode == 0, run.stderr

    written = (tmp_path / "results" / "results.json").read_bytes()
    assert len(written) < 1_000_000
    result = Prairielearn.model_validate_json(written)
    assert result.gradable
    assert result.score == pytest.approx(upload.percent / 100)
    assert all(test.points is not None and test.max_points is not None for test in result.tests)  # else none is shown
    assert {path: (tmp_path / path).read_text() for path in files} == files
