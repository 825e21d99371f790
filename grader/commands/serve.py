"""`grade serve`: the service, web and workers."""

import contextlib
import socket
from typing import TYPE_CHECKING, Final, cast

import click

from grader.commands.ending import end_soon
from grader.commands.needing import needs_service
from grader.commands.worker import SANDBOX, Wanted, crew_of
from grader.errors import EnvironmentFaultError

if TYPE_CHECKING:
    from grader.service.service import Service
    from grader.settings import Settings

_CLEAR_SECONDS: Final = 3600.0
_WEB_SECONDS: Final = 10  # that requests may still take when it is told to stop


@click.command()
@click.option("--host", help="Address to listen on; default: that of grader.toml, 127.0.0.1.")
@click.option("--port", type=click.IntRange(0, 65535), help="Port; default: that of grader.toml, 8000.")
@click.option(
    "--workers", type=click.IntRange(0), metavar="N",
    help="Gradings at a time, 0 for none here: see grade worker. Default: one for each core.",
)  # fmt: skip
@SANDBOX
def serve(host: str | None, port: int | None, workers: int | None, sandbox: str) -> None:
    """Take submissions by HTTP, grade them, and show what came of them.

    What [service] of grader.toml says holds. Whoever reaches the address needs a token: see grade token.
    """
    needs_service()
    from grader.service.keeping import Keeper
    from grader.service.logs import set_up_logs
    from grader.settings import load_settings

    settings = load_settings()
    keeper = None
    if workers != 0:
        crew = crew_of(settings, workers, cast("Wanted", sandbox))
        keeper = Keeper(("--slots", str(crew.slots), "--sandbox", sandbox))
    set_up_logs()
    config = settings.service
    with _listening(host or config.host, config.port if port is None else port) as listening:
        service = _open(settings)
        if keeper is not None:
            keeper.start()
        try:
            _run(service, listening)
        finally:
            if keeper is not None:
                keeper.stop(config.drain_seconds + 30)
            end_soon()
            service.jobs.close()
            service.database.dispose()


def _listening(host: str, port: int) -> socket.socket:
    """Take an address and say which it is: port 0 is any that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    shown = f"[{host}]" if ":" in host else host
    try:
        listening = socket.create_server((host, port), family=family)
    except OSError as error:
        raise EnvironmentFaultError(
            f"The service cannot listen on {shown}:{port}: {error.strerror or error}. "
            "If it runs there already, stop it, or give another --host or --port."
        ) from error
    click.echo(f"listening on http://{shown}:{listening.getsockname()[1]}", err=True)
    return listening


def _open(settings: "Settings") -> "Service":
    from grader.service.database import open_database, upgrade
    from grader.service.files import Files
    from grader.service.queue.dbos import DbosJobs, open_queue
    from grader.service.service import Service

    config = settings.service
    database = open_database(config.database_url, pool=20)
    upgrade(database)
    return Service(settings, database, Files(config.data / "files"), DbosJobs(open_queue(config.engine_url)))


def _run(service: "Service", listening: socket.socket) -> None:
    import uvicorn

    from grader.service.app import build_app
    from grader.service.delivering import Delivering
    from grader.service.retention import clear_up
    from grader.service.ticking import Ticking

    days = service.config.retention_days
    clearing = Ticking("clearing up", lambda: clear_up(service.database, service.files, days), _CLEAR_SECONDS)
    delivering = Delivering(service)
    clearing.start()
    delivering.start()
    config = uvicorn.Config(
        build_app(service), log_config=None, access_log=False, server_header=False,
        timeout_graceful_shutdown=_WEB_SECONDS,
    )  # fmt: skip
    with contextlib.suppress(KeyboardInterrupt):  # how it ends is by a signal, which it passes on when it is done
        uvicorn.Server(config).run(sockets=[listening])
    clearing.stop()
    delivering.stop(service.config.drain_seconds)
