"""`grade backup` and `grade restore`: all that the service knows, in one file."""

from pathlib import Path

import click

from grader.commands.needing import needs_service
from grader.errors import EnvironmentFaultError


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
def backup(file: Path) -> None:
    """Write all rows and files of the service into a tar FILE; the service may go on meanwhile."""
    needs_service()
    from grader.commands.opening import opened
    from grader.service.backup import backup as write

    with opened() as (database, files):
        try:
            rows = write(database, files, file)
        except OSError as error:
            raise EnvironmentFaultError(f"{file} cannot be written: {error.strerror or error}.") from error
    click.echo(f"{rows} rows and their files are in {file}", err=True)


@click.command()
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
def restore(file: Path) -> None:
    """Read a backup into the database of grader.toml, which must be empty; SQLite or PostgreSQL."""
    needs_service()
    from grader.commands.opening import opened
    from grader.service.backup import restore as read

    with opened() as (database, files):
        rows = read(database, files, file)
    click.echo(f"{rows} rows were restored", err=True)
