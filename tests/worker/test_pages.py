"""Gathering memory into huge pages moves no byte, and asks nothing of a system that cannot do it."""

import os
from pathlib import Path

import pytest

from grader.sandbox.layers import limits
from grader.worker import pages


@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="only Linux has huge pages to gather into")
def test_what_was_in_memory_is_still_there():
    kept = [bytes([number % 256]) * 4096 for number in range(4096)]
    own = limits.own_process()
    pages.gather(own)
    os.close(own)
    assert all(block == bytes([number % 256]) * 4096 for number, block in enumerate(kept))


def test_without_proc_nothing_happens():
    pages.gather(-1)
