"""Grade a submission at once, and again whenever it is saved, until somebody ends it.

The file is looked at ten times a second: a `stat` takes microseconds, and works the same for every system, mount and
way to save. Notices of the kernel (inotify, FSEvents, …) need a library for each system, follow an inode that a save
by renaming leaves behind, and say nothing on network and container mounts.
"""

import contextlib
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, NoReturn

from grader.attempt import Attempt
from grader.errors import AssignmentError, EnvironmentFaultError, GraderError
from grader.report import Report
from grader.sandbox.forkserver import ForkLauncher
from grader.sandbox.interruptible import Interruptible
from grader.sandbox.life import Launcher
from grader.sandbox.process import ProcessLauncher
from grader.screen import Screen
from grader.submission.state import State, content_of, state_of
from grader.terminal import StreamLostError, progress

#: Seconds between two looks at the submission.
LOOK_SECONDS: Final = 0.1
#: A look that takes long (a large folder, a slow disk) is followed by a pause of so many times as long.
PAUSE_PER_LOOK: Final = 50
#: Seconds without a change after which a save is taken to be over, and an absence to be one.
QUIET_SECONDS: Final = 0.06
GONE_SECONDS: Final = 1.0
_STEP: Final = 0.015  # seconds between looks while a save goes on


class SupersededError(BaseException):
    """The submission was saved again while it was graded. Not an `Exception`: it must reach the watch."""


class Watched:
    """A submission on disk. `heed` is called while it is waited for; what it raises ends the wait."""

    def __init__(self, path: Path, heed: Callable[[], None]) -> None:
        self._path, self._heed = path, heed
        self._state: State | None = None
        self._content: str | None = None

    def wait_for_other_than(self, seen: str | None) -> str | None:
        """Return the digest of the content once it is not `seen` and the save is over; None if the file is gone."""
        while True:
            self._state = self._settled()
            self._content = content_of(self._path)
            if self._content != seen:
                return self._content
            self._wait_for_a_change()

    def insist_on_the_same(self) -> None:
        """Raise `SupersededError` if other content was saved since the wait was over."""
        if (state := state_of(self._path)) != self._state:
            if content_of(self._path) != self._content:
                raise SupersededError
            self._state = state

    def _settled(self) -> State | None:
        state, since = state_of(self._path), time.monotonic()
        while time.monotonic() - since < (GONE_SECONDS if state is None else QUIET_SECONDS):
            time.sleep(_STEP)
            self._heed()
            if (now := state_of(self._path)) != state:
                state, since = now, time.monotonic()
        return state

    def _wait_for_a_change(self) -> None:
        pause = LOOK_SECONDS
        while True:
            time.sleep(pause)
            self._heed()
            began = time.monotonic()
            if state_of(self._path) != self._state:
                return
            pause = max(LOOK_SECONDS, PAUSE_PER_LOOK * (time.monotonic() - began))


def watch(
    submission: Path, launcher: ForkLauncher | ProcessLauncher, attempt: Callable[[Launcher], Attempt], screen: Screen
) -> NoReturn:
    """Grade by `attempt` and show it on `screen`, again and again. A save while a run goes on begins it anew.

    Ends by what it raises: `KeyboardInterrupt`, `StreamLostError`, and from the first run what no save can mend.
    """
    watched = Watched(submission, screen.insist_on_a_reader)
    interruptible = Interruptible(launcher, watched.insist_on_the_same)
    seen: str | None = ""  # what the screen tells of; no content has this digest
    before: Report | None = None  # the last report with a score
    first = True
    while True:
        content = watched.wait_for_other_than(seen)
        try:
            if content is None:
                screen.tell_that_it_is_gone()
            else:
                with progress("Grading …"):
                    report, failure = attempt(interruptible)
                screen.show(report, failure, before)
                if first and isinstance(failure, (AssignmentError, EnvironmentFaultError)):
                    raise failure
                before = report if report.score is not None else before
        except SupersededError:
            continue
        except GraderError as error:
            if first or isinstance(error, StreamLostError):
                raise
            screen.complain(error)
        first, seen = False, content
        with contextlib.suppress(EnvironmentFaultError):  # the next run tells it
            launcher.warm()
