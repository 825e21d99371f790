"""Judge and workers on one core. They take turns, so that a second core gains them nothing: it costs them their caches.

For whoever grades many: one job for each core. Measured once on two busy cores, against the bare fork of the same run,
it takes about a third off a submission (8.3 times the fork without, 5.7 with; `benchmarks/lives.py landlock`).
"""

import os


def stay_on_one_core(turn: int = 0) -> None:
    """Keep the calling thread, and every process that it starts from now on, on one of the cores that it may use.

    `turn` chooses which, counted round and round. Does nothing where the system cannot do that.
    """
    if hasattr(os, "sched_setaffinity"):
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {cores[turn % len(cores)]})
