"""How soon is an upload graded, idle and under load, in how much memory, and what does the service add to a batch?

    python benchmarks/service.py [COUNT [DATABASE_URL]]          default: 100, SQLite

`grade serve` is started as a process, and asked over HTTP on loopback. One after the other, with pauses: the time
from sending an upload until its report is written, when nothing else is to be done, for a right submission and for a
wrong one, whose line is proven too. Then the class of COUNT
submissions of `benchmarks/batch.py`, handed in as fast as they are taken; and the same class by `grade batch`, in the
same run. It prints percentiles, rates, processor time of all processes together from their start to their end, and
peaks of memory. Wall times depend on what else the machine does: compare the two in one run.
"""

import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import httpx2 as httpx
from batch import CORES, EXAMPLES, ROOT, Watched, graded, make_class
from sqlalchemy import text

from grader.service.database import open_database, reading, upgrade, writing
from grader.service.store import courses, tokens

IDLE = {"right": "accepted/lesson_listing.py", "wrong": "wrong/softmax_over_queries.py"}
TIMED, UNTIMED = 40, 5  # of each; the first ones find processes that have not graded yet
CLIENTS = 8
PATIENCE = 3600.0


class Sent(NamedTuple):
    id: str
    at: float


class Running:
    """A service with a folder of its own."""

    def __init__(self, folder: Path, url: str) -> None:
        self.database = open_database(url or f"sqlite:///{folder}/service.sqlite")
        upgrade(self.database)
        with writing(self.database) as connection:
            course = courses.by_name(connection, "bench") or courses.add(connection, "bench")
            _, secret = tokens.add(connection, "hook", name="bench", course_id=course.id)
        given = {"DATA": folder / "data", "DATABASE": url or f"sqlite:///{folder}/service.sqlite",
                 "QUEUE_LIMIT": 10**6, "STUDENT_QUEUE_LIMIT": 10**6, "RATE_PER_MINUTE": 10**6}  # fmt: skip
        environment = os.environ | {f"GRADER_SERVICE__{key}": str(value) for key, value in given.items()}
        self._log = folder / "log"
        with self._log.open("w") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "grader", "serve", "--port", "0"], stderr=log, env=environment, cwd=ROOT
            )
        until(lambda: "is ready" in self._log.read_text())
        address = re.findall(r"listening on (\S+)", self._log.read_text())[0]
        limits = httpx.Limits(max_connections=CLIENTS)
        head = {"Authorization": f"Bearer {secret}"}
        self.client = httpx.Client(base_url=address, headers=head, timeout=120, limits=limits)

    def send(self, student: str, data: bytes) -> Sent:
        at = time.time()
        answer = self.client.post(
            "/api/v1/submissions", files={"file": ("attention.py", data)},
            data={"assignment": "attention", "student": student},
        )  # fmt: skip
        assert answer.status_code == 202, answer.text
        return Sent(answer.json()["id"], at)

    def written(self) -> dict[str, float]:
        """When the report of each submission was written, in seconds of the clock."""
        query = "SELECT submission_id, written_at FROM reports JOIN attempts ON attempts.id = attempt_id"
        with reading(self.database) as connection:
            found = connection.execute(text(query)).all()
        return {id: datetime.fromisoformat(at).timestamp() for id, at in found}  # noqa: A001

    def stop(self) -> None:
        self.client.close()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(120)
        self.database.dispose()


def until(what: object) -> None:
    end = time.monotonic() + PATIENCE
    while not what():  # type: ignore[operator]
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.02)


def percentiles(seconds: list[float]) -> str:
    ordered = sorted(seconds)
    at = [ordered[min(len(ordered) - 1, int(share * len(ordered)))] for share in (0.5, 0.95, 0.99)]
    return ", ".join(f"p{share} {1000 * value:.0f} ms" for share, value in zip((50, 95, 99), at, strict=True))


def idle(running: Running, kind: str) -> list[float]:
    """Hand in one at a time, each after the last was graded and a pause of no round length."""
    data, took = (EXAMPLES / IDLE[kind]).read_bytes(), []
    for number in range(UNTIMED + TIMED):
        sent = running.send(f"{kind}{number}", data + b"# %d\n" % number)
        until(lambda: sent.id in running.written())  # noqa: B023  # it is called at once
        took.append(running.written()[sent.id] - sent.at)
        time.sleep(0.2 + 0.013 * (number % 7))
    return took[UNTIMED:]


def load(running: Running, folder: Path, watched: Watched) -> tuple[list[float], float]:
    """Hand a class in as fast as it is taken; return how long each took, and all of them."""
    files = sorted(folder.glob("*.py"))
    with ThreadPoolExecutor(CLIENTS) as pool:
        sent = list(pool.map(lambda file: running.send(file.stem, file.read_bytes()), files))
    while not {one.id for one in sent} <= (written := running.written()).keys():
        watched.look()
        time.sleep(0.2)
    took = [written[one.id] - one.at for one in sent]
    return took, max(written[one.id] for one in sent) - min(one.at for one in sent)


def main(count: int, url: str) -> None:
    with tempfile.TemporaryDirectory() as root:
        folder = Path(root, "class")
        folder.mkdir()
        make_class(folder, count)
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        running = Running(Path(root), url)
        watched = Watched(running.process.pid, "web", "worker", "what grades")
        alone = {kind: idle(running, kind) for kind in IDLE}
        took, took_all = load(running, folder, watched)
        running.stop()
        now = resource.getrusage(resource.RUSAGE_CHILDREN)
        its = now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime
        batch = graded(folder, Path(root, "out"))
    rate, plain = count / took_all, count / batch["steady"]
    print(f"{count} uploads, {CORES} cores, {'PostgreSQL' if url else 'SQLite'}")
    for kind, seconds in alone.items():
        print(f"  idle, {kind}             {percentiles(seconds)}")
    print(f"  load, upload to report  {percentiles(took)}")
    print(f"  a second                {rate:8.1f}   ({plain:.1f} by grade batch: {100 * rate / plain:.0f} %)")
    all_of_them = count + len(IDLE) * (UNTIMED + TIMED)
    print(f"  processor time of each  {1000 * its / all_of_them:8.1f} ms, with the start of all processes")
    print(f"  by grade batch          {1000 * batch['processor'] / count:8.1f} ms, likewise")
    print("  peak memory             " + ", ".join(f"{kind} {mb:.0f} MB" for kind, mb in watched.peaks.items()))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100, sys.argv[2] if len(sys.argv) > 2 else "")
