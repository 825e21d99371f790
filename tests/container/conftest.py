"""The machine that containers run on, and the images of most tests on it, once for all of them."""

from pathlib import Path

import pytest

from grader.lms.bundles.gradescope import gradescope_bundle
from grader.lms.bundles.prairielearn import prairielearn_bundle
from tests.conftest import ROOT
from tests.container.machine import Machine, lacking
from tests.lms.bundles.test_bundles import unpack

_GRADESCOPE = Path(__file__).with_name("gradescope.Dockerfile")


@pytest.fixture(scope="session")
def machine(attention, tmp_path_factory):
    """A machine with the images `grader`, `gradescope` and `prairielearn`, the latter two as these platforms have them."""
    if why := lacking():
        pytest.skip(why)
    gradescope = unpack(gradescope_bundle(attention), tmp_path_factory.mktemp("gradescope"))
    prairielearn = unpack(prairielearn_bundle(attention), tmp_path_factory.mktemp("prairielearn"))
    machine = Machine()
    try:
        machine.build({
            "grader": (ROOT, "--target=grader"),
            "gradescope": (gradescope, f"--file={_GRADESCOPE}"),
            "prairielearn": (prairielearn / "image",),
        })  # fmt: skip
        yield machine
    finally:
        machine.remove()
