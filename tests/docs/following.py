"""Following a document: its commands and its Python, run in a folder."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.conftest import ROOT
from tests.docs.document import Step, agrees

PATIENCE = 900  # seconds until a command that hangs is ended
_MARK = "--- a document goes on ---"


class Departure(AssertionError):
    """What happened is not what the document says."""

    def __init__(self, step: Step, happened: str) -> None:
        super().__init__(f"line {step.line}:\n{step.code}\n--- printed\n{happened}--- the document says\n{step.prints}")


def run_command(step: Step, folder: Path) -> None:
    """Run a command; raise `Departure` if it fails, or prints anything else than the document shows."""
    done = _run(["bash", "-c", step.code], folder)
    if done.returncode != 0 or (step.prints is not None and not agrees(done.stdout, step.prints)):
        raise Departure(step, f"{done.stdout}(exit code {done.returncode})\n")


def run_python(steps: list[Step], folder: Path) -> None:
    """Run pieces of Python in one process; raise `Departure` as above."""
    code = "".join(f"{step.code}\nprint({_MARK!r}, flush=True)\n" for step in steps)
    done = _run([sys.executable, "-c", code], folder)
    printed = done.stdout.split(f"{_MARK}\n")
    for number, step in enumerate(steps):
        if number >= len(printed) - 1 or not agrees(printed[number], step.prints or ""):
            raise Departure(step, printed[min(number, len(printed) - 1)])


@contextmanager
def running_beside(step: Step, folder: Path) -> Iterator[None]:
    """Run a command that ends with "&", and end it and what it started after the block."""
    bash = subprocess.Popen(
        ["bash", "-c", f"{step.code} wait"], cwd=folder, env=_environment(), stdin=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    try:
        yield
    finally:
        with suppress(ProcessLookupError):
            os.killpg(bash.pid, signal.SIGTERM)
            bash.wait()
            for _ in range(10 * PATIENCE):
                os.killpg(bash.pid, 0)
                time.sleep(0.1)


def _environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GRADER_")}
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return {**kept, "PATH": path, "PYTHONPATH": str(ROOT), "TERM": "dumb"}


def _run(argv: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run with stdout and stderr in one, as a reader sees them."""
    with one_core():
        return subprocess.run(
            argv,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=PATIENCE,
            cwd=folder, env=_environment(), check=False,
        )  # fmt: skip


@contextmanager
def one_core() -> Iterator[None]:
    """Have what is started use one core, any: a batch then starts one fork server, and not one for each core."""
    all_of_them = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {random.choice([*all_of_them])})
    try:
        yield
    finally:
        os.sched_setaffinity(0, all_of_them)
