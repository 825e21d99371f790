"""The database and the files of the service, for commands."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from grader.service.files import Files


@contextmanager
def opened() -> "Iterator[tuple[Engine, Files]]":
    """Yield the database, up to date, and the files that grader.toml names."""
    from grader.service.database import open_database, upgrade
    from grader.service.files import Files
    from grader.settings import load_settings

    config = load_settings().service
    database = open_database(config.database_url)
    try:
        upgrade(database)
        yield database, Files(config.data / "files")
    finally:
        database.dispose()
