"""Whoever stays on one core takes along what it starts."""

import os
import subprocess
import sys

import pytest

from tests.conftest import ROOT

pytestmark = pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system ties nobody to a core")


@pytest.mark.parametrize("turn", [0, 1, 7])
def test_what_is_started_stays_on_the_same_core(turn):
    code = f"""
import os, subprocess, sys
from grader.sandbox.cores import stay_on_one_core
cores = sorted(os.sched_getaffinity(0))
stay_on_one_core({turn})
child = subprocess.run([sys.executable, "-c", "import os; print(os.sched_getaffinity(0))"], capture_output=True, text=True)
print(child.stdout.strip() == str({{cores[{turn} % len(cores)]}}) == str(os.sched_getaffinity(0)))
"""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    result = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=60)
    assert result.stdout.strip() == "True", result.stderr
