import json
import subprocess
import sys

SCRIPT = """
import logging
from grader.service.logs import set_up_logs
set_up_logs()
import structlog
structlog.get_logger().info("graded", attempt="a1")
logging.getLogger("some.library").info("chatter")
try:
    secret = "grade_secret"
    raise ValueError(secret)
except ValueError:
    logging.getLogger("some.library").exception("it failed")
"""


def test_each_line_is_json_and_no_traceback_shows_values():
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, timeout=120)
    first, second = (json.loads(line) for line in done.stderr.splitlines())
    assert (first["event"], first["attempt"], first["level"]) == ("graded", "a1", "info")
    assert (second["event"], second["error"], second["logger"]) == ("it failed", "ValueError", "some.library")
    assert "grade_secret" not in done.stderr
