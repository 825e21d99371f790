"""What a process has in memory to itself, as its parent sees it."""

import os
import subprocess
import sys

import pytest

from grader.sandbox.footprint import private_bytes

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="no /proc"),
]

GROW = "import sys; print(flush=True); sys.stdin.readline(); data = bytearray(64 << 20); print(flush=True); sys.stdin.readline()"
BEHIND = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {GROW!r}])"


@pytest.mark.parametrize("code", [GROW, BEHIND], ids=["itself", "its child"])
def test_growth_is_seen(code):
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as one:
        one.stdout.readline()
        before = private_bytes(one.pid)
        one.stdin.write("\n")
        one.stdin.flush()
        one.stdout.readline()
        assert 60 << 20 < private_bytes(one.pid) - before < 80 << 20
        one.communicate("\n")


def test_a_process_that_is_gone_has_nothing():
    with subprocess.Popen(["true"]) as gone:
        gone.wait()
    assert private_bytes(gone.pid) == 0
