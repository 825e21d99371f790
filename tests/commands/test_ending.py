import subprocess
import sys

import pytest

HANGS = """
import threading
from grader.commands import ending
ending._SECONDS = {seconds}
threading.Thread(target=threading.Event().wait, args=({hangs},)).start()
ending.end_soon()
"""


@pytest.mark.parametrize(("seconds", "hangs"), [(0.1, 600), (600, 0.1)])
def test_a_thread_that_hangs_keeps_no_process_and_who_ends_by_itself_waits_for_nothing(seconds, hangs):
    script = HANGS.format(seconds=seconds, hangs=hangs)
    assert subprocess.run([sys.executable, "-c", script], timeout=300).returncode == 0
