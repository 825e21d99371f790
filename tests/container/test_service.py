"""The image that serves: as its comment runs it, read-only but for its volume, it takes an upload and grades it."""

import json
import time

import pytest

from tests.conftest import ATTENTION, ROOT

pytestmark = pytest.mark.container
#: Seconds until it is healthy, on a machine that does much else.
PATIENCE = 240.0


@pytest.fixture
def serving(machine):
    """A container of the service that says itself that it is healthy."""
    machine.make("service", ROOT, "--target=service")
    with machine.running("service", "docker", "--read-only", "--tmpfs=/tmp") as container:
        until = time.monotonic() + PATIENCE
        while not container.healthy():
            assert time.monotonic() < until, container.log()
            time.sleep(1)
        yield container


def test_an_upload_is_graded_in_the_image_that_serves(serving):
    made = serving.execute("grade", "token", "add", "hook", "--course", "LM3")
    assert made.returncode == 0, made.stderr
    source = (ATTENTION / "examples/wrong/scale_by_dk.py").read_text()
    submit = (
        "grade", "submit", "/tmp/attention.py", "--url", "http://127.0.0.1:8000", "--student", "s1", "--format", "json",
    )  # fmt: skip
    script = f"cat > /tmp/attention.py && GRADE_TOKEN={made.stdout.strip()} exec {' '.join(submit)}"
    graded = serving.execute("sh", "-c", script, given=source)
    assert graded.returncode == 0, graded.stderr + serving.log()
    report = json.loads(graded.stdout)
    assert (report["score"], report["sandbox"]["level"]) == (60, "landlock")
    assert [found["bug"] for found in report["diagnoses"]] == ["scale-dk"]
    doctor = serving.execute("grade", "doctor")
    assert doctor.returncode == 0, doctor.stdout
    assert "yes  landlock  <- used by default" in doctor.stdout
