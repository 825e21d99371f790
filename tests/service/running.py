"""The service as it really runs: processes, HTTP on loopback, signals. Every wait here has an end."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import httpx2 as httpx
import psutil

from grader.service.database import open_database, upgrade
from tests.conftest import ATTENTION, ROOT
from tests.service.serving import bearer

PATIENCE = 400.0  # seconds, on a machine that does much else
RIGHT = (ATTENTION / "examples" / "accepted" / "lesson_listing.py").read_bytes()
WRONG = (ATTENTION / "examples" / "wrong" / "softmax_over_queries.py").read_bytes()  # 50 of 100 points
SLEEPS = b"import time\ntime.sleep(8)\n" + RIGHT


def wait_for(what: Callable[[], object], seconds: float = PATIENCE) -> None:
    until = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < until, "waited too long"
        time.sleep(0.05)


class Installation:
    """A data folder and databases, and the processes of the service that use them."""

    def __init__(self, folder: Path, database_url: str, **config: object) -> None:
        self.folder = folder
        self.database = open_database(database_url)
        upgrade(self.database)
        self.hook, self.teacher = bearer(self.database, "hook"), bearer(self.database, "instructor")
        self._processes: list[subprocess.Popen[bytes]] = []
        known = {key: value for key, value in os.environ.items() if not key.startswith("GRADER_")}
        given = {"data": folder / "data", "database": database_url, "student_queue_limit": 100_000,
                 "rate_per_minute": 100_000, "queue_limit": 100_000, **config}  # fmt: skip
        self._environment = {
            **known,
            "PYTHONPATH": str(ROOT),
            "GRADER_ASSIGNMENTS": str(ROOT / "assignments"),
            **{f"GRADER_SERVICE__{key.upper()}": str(value) for key, value in given.items()},
        }
        self.log = folder / "log"
        self.url = ""

    def start(self, *words: str) -> subprocess.Popen[bytes]:
        """Start `grade WORDS`."""
        with self.log.open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-P", "-m", "grader", *words],
                env=self._environment, cwd=self.folder, stderr=log, stdout=log, stdin=subprocess.DEVNULL,
            )  # fmt: skip
        self._processes.append(process)
        return process

    def serve(self, *words: str) -> subprocess.Popen[bytes]:
        """Start the service and wait until it answers."""
        before = len(self.said("listening on"))
        process = self.start("serve", "--port", "0", *words)
        wait_for(lambda: len(self.said("listening on")) > before or process.poll() is not None)
        assert process.poll() is None, self.log.read_text()
        self.url = re.findall(r"listening on (http://\S+)", self.said("listening on")[-1])[0]
        wait_for(self._answers)
        return process

    def _answers(self) -> bool:
        try:
            return httpx.get(f"{self.url}/healthz", timeout=5).status_code == 200
        except httpx.HTTPError:
            return False

    def said(self, what: str) -> list[str]:
        """The lines of the log that hold this."""
        return [line for line in self.log.read_text().splitlines() if what in line] if self.log.exists() else []

    def upload(self, student: str, data: bytes = RIGHT, *, key: str | None = None, **fields: str) -> httpx.Response:
        head = self.hook | ({"Idempotency-Key": key} if key else {})
        return httpx.post(
            f"{self.url}/api/v1/submissions", headers=head, timeout=30,
            files={"file": ("attention.py", data)}, data={"assignment": "attention", "student": student, **fields},
        )  # fmt: skip

    def state(self, id: str) -> dict[str, object]:  # noqa: A002
        return httpx.get(f"{self.url}/api/v1/submissions/{id}", headers=self.hook, timeout=30).json()

    def post(self, id: str, what: str) -> httpx.Response:  # noqa: A002
        return httpx.post(f"{self.url}/api/v1/submissions/{id}/{what}", headers=self.teacher, timeout=30)

    def close(self) -> None:
        """Kill whatever is left."""
        for process in self._processes:
            for child in [*_children(process.pid)]:
                kill(child)
            process.kill()
            process.wait()
        self.database.dispose()


def _children(pid: int) -> list[int]:
    try:
        return [child.pid for child in psutil.Process(pid).children(recursive=True)]
    except psutil.NoSuchProcess:
        return []


def worker_of(serve: subprocess.Popen[bytes]) -> int | None:
    """The worker that a service has started."""
    try:
        found = psutil.Process(serve.pid).children()
        return next((child.pid for child in found if "worker" in child.cmdline()), None)
    except psutil.NoSuchProcess:
        return None


def runners_below(pid: int) -> list[int]:
    """The processes that grade for this worker."""
    found = []
    try:
        for child in psutil.Process(pid).children(recursive=True):
            if "grader.service.runner" in child.cmdline():
                found.append(child.pid)
    except psutil.NoSuchProcess:
        pass
    return found


def kill(pid: int | None) -> None:
    """Kill at once, if it is there."""
    if pid is not None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
