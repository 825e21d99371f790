"""The places in which a worker grades: a process each, one grading at a time, any of them ended at a word."""

import queue
import select
import threading
import time
from typing import Final, Literal

from grader.crew.member import Member
from grader.errors import EnvironmentFaultError
from grader.service.words import Order, Outcome, Said, Task

_MODULE: Final = "grader.service.runner"
#: Seconds for a process to be ready, and after which one that grades is taken to hang: the judge's clocks come first.
_READY_SECONDS: Final = 240.0
PATIENCE_SECONDS: Final = 900.0


class DiedError(Exception):
    """The process ended over what it graded, or was ended for it; the message says how."""


class FaultError(Exception):
    """It cannot be graded, by a fault of ours, of this machine as it is now, or of the assignment as it is now."""

    def __init__(self, message: str, of: Literal["ours", "machine", "assignment"]) -> None:
        super().__init__(message)
        self.of = of


class Slot:
    """One place. A process that ended is replaced before the next grading."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._member: Member[Said] | None = None
        self._lock = threading.Lock()  # between who grades and who ends it
        self._lease = ""

    def warm(self) -> None:
        """Have a process that is ready; raise `EnvironmentFaultError` with the reason if there can be none."""
        if self._member is not None:
            return
        member = Member(_MODULE, self._task, Said)
        try:
            said = _hear(member, _READY_SECONDS)
        except DiedError as died:
            raise EnvironmentFaultError(f"The process that grades ended before it could begin ({died}).") from died
        if said.what != "ready":
            member.bury()
            raise EnvironmentFaultError(said.message)
        self._member = member

    def grade(self, order: Order, lease: str) -> Outcome:
        """Grade in a place that is warm; raise `DiedError` or `FaultError` where nothing came of it."""
        assert self._member is not None
        with self._lock:
            self._lease = lease
        try:
            self._member.tell(order)
            said = _hear(self._member, PATIENCE_SECONDS)
        except DiedError:
            self._member = None
            raise
        finally:
            with self._lock:
                self._lease = ""
        if said.outcome is not None:
            return said.outcome
        if said.what == "broken":
            raise FaultError(said.message, "assignment")
        self._member.bury()
        self._member = None
        raise FaultError(said.message, "machine" if said.exit_code == EnvironmentFaultError.exit_code else "ours")

    def kill(self, lease: str) -> bool:
        """End the grading that has this lease, if it is here."""
        with self._lock:
            if self._lease != lease or self._member is None:
                return False
            self._member.kill()
            return True

    def close(self) -> None:
        """Let the process end."""
        if self._member is not None:
            self._member.bury()
            self._member = None


class Slots:
    """All places of a worker."""

    def __init__(self, task: Task, number: int) -> None:
        self._all = [Slot(task.model_copy(update={"turn": turn})) for turn in range(number)]
        self._free: queue.LifoQueue[Slot | None] = queue.LifoQueue()  # the warmest first
        for slot in self._all:
            self._free.put(slot)

    def warm(self) -> None:
        """Start all processes at once; raise `EnvironmentFaultError` if one cannot start."""
        faults: list[EnvironmentFaultError] = []

        def run(slot: Slot) -> None:
            try:
                slot.warm()
            except EnvironmentFaultError as fault:
                faults.append(fault)

        threads = [threading.Thread(target=run, args=(slot,)) for slot in self._all]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for fault in faults:
            raise fault

    def take(self) -> Slot | None:
        """Wait for a place that is free; None if there is to be none any more."""
        return self._free.get()

    def stop(self, waiting: int) -> None:
        """Let so many who wait for a place go without."""
        for _ in range(waiting):
            self._free.put(None)

    def give_back(self, slot: Slot) -> None:
        """Let others have a place."""
        self._free.put(slot)

    def kill(self, lease: str) -> bool:
        """End the grading that has this lease; return whether it was here."""
        return any(slot.kill(lease) for slot in self._all)

    def close(self) -> None:
        """Let all processes end."""
        for slot in self._all:
            slot.close()


def _hear(member: Member[Said], seconds: float) -> Said:
    """Return the next thing it says; raise `DiedError` if it ends, or is ended because it says nothing."""
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        if not select.select([member], [], [], left)[0]:
            break
        said = member.hear()
        if said is None:
            raise DiedError(member.bury())
        if said:
            return said[0]
    member.kill()
    raise DiedError(f"{member.bury()}, after {seconds:.0f} s without a word")
