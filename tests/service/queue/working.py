"""A worker of the queue as a process of its own: `python -m tests.service.queue.working URL ID AHEAD SECONDS FILE`.

It writes a line "job" into FILE when it begins a job, and "job done" after so many seconds.
"""

import sys
import time
from pathlib import Path

from grader.service.queue.dbos import DbosWorker, open_queue


def main() -> None:
    url, executor, ahead, seconds, file = sys.argv[1:]

    def note(line: str) -> None:
        with Path(file).open("a") as out:
            out.write(f"{line}\n")

    def work(job: str) -> None:
        note(job)
        time.sleep(float(seconds))
        note(f"{job} done")

    DbosWorker(open_queue(url), executor, int(ahead), work)
    note("ready")
    while True:
        time.sleep(1)


if __name__ == "__main__":
    main()
