"""The launcher for a level that somebody asked for."""

import sys
from typing import Literal

from grader.sandbox.forkserver import ForkLauncher
from grader.sandbox.levels import Level, best_level
from grader.sandbox.process import ProcessLauncher

Wanted = Literal["auto", "namespaces", "landlock", "process"]


def launcher_for(wanted: Wanted) -> ForkLauncher | ProcessLauncher:
    """Return a launcher of the level `wanted`, or of the best that this machine can have.

    `process` is the portable way, a new interpreter for each life; so is `auto` where nobody can fork. Raises
    `EnvironmentFaultError` with the reason if this machine cannot have the level.
    """
    if wanted == "process" or not sys.platform.startswith("linux"):
        return ProcessLauncher()
    level: Level = best_level() if wanted == "auto" else wanted
    return ForkLauncher(level)
