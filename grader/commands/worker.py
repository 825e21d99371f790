"""`grade worker`: grade what waits in the service's queue."""

import os
import signal
import sys
import threading
from typing import TYPE_CHECKING, Final, Literal, cast

import click

from grader.commands.ending import end_soon
from grader.commands.needing import needs_service

if TYPE_CHECKING:
    from grader.service.worker import Crew
    from grader.settings import Settings

Wanted = Literal["auto", "namespaces", "landlock", "process"]
SANDBOX: Final = click.option(
    "--sandbox",
    type=click.Choice(["auto", "namespaces", "landlock", "process"]),
    default="auto",
    show_default=True,
    help="How to confine submissions.",
)


@click.command()
@click.option("--slots", type=click.IntRange(1), metavar="N", help="Gradings at a time; default: one for each core.")
@SANDBOX
@click.option("--until-eof", is_flag=True, hidden=True, help="Stop at the end of stdin: whoever started it is gone.")
def worker(slots: int | None, sandbox: str, until_eof: bool) -> None:
    """Grade what waits in the queue of the service, until it is told to stop.

    Any number may join, on any machine that has the database and the folder of the service. Ctrl-C or SIGTERM lets
    it end what it grades and hand back the rest.
    """
    needs_service()
    from grader.service.logs import set_up_logs
    from grader.service.worker import work
    from grader.settings import load_settings

    settings = load_settings()
    crew = crew_of(settings, slots, cast("Wanted", sandbox))
    set_up_logs()
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    if until_eof:
        threading.Thread(target=_set_at_eof, args=(stop,), daemon=True).start()
    work(settings, crew, stop, lambda name: click.echo(f"worker {name} is ready", err=True))
    end_soon()


def _set_at_eof(stop: threading.Event) -> None:
    while os.read(sys.stdin.fileno(), 1):  # not by a buffer, whose lock would be held when this process ends
        pass
    stop.set()


def crew_of(settings: "Settings", slots: int | None, sandbox: Wanted) -> "Crew":
    """Return how to grade here; raise `EnvironmentFaultError`, which says what to do, below the required level."""
    from grader.batch.running import usable_cores
    from grader.errors import EnvironmentFaultError
    from grader.sandbox.levels import best_level, insist_on, insist_on_at_least
    from grader.service.worker import Crew

    require = settings.service.require
    level = best_level() if sandbox == "auto" else sandbox
    try:
        insist_on(level)
        insist_on_at_least(require, level)
    except EnvironmentFaultError as error:
        raise EnvironmentFaultError(
            f'{error} Whoever trusts all who hand in may write require = "{level}" below [service] in grader.toml.'
        ) from error
    return Crew(slots or settings.service.workers or usable_cores(), sandbox, level)
