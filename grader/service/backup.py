"""All that the service knows in one tar: rows as JSON lines, and the files that they name.

It can be restored into an empty database of either kind, which is also how a course moves from SQLite to PostgreSQL.
The queue is not in it: what waits is given a job again by the reaper, and what was running is graded again.
"""

import io
import json
import os
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from sqlalchemy import (
    Column,
    Connection,
    Engine,
    MetaData,
    Table,
    Text,
    TypeDecorator,
    func,
    insert,
    select,
)

from grader.errors import EnvironmentFaultError, UsageError
from grader.service.database import reading, writing
from grader.service.files import Files
from grader.service.schema import metadata, workers
from grader.service.store.ageing import named_files

_FORMAT: Final = "grader-backup-1"
_PAGE: Final = 500


def backup(database: Engine, files: Files, into: Path) -> int:
    """Write a backup; return the number of rows. Uploads may come in meanwhile: it shows one moment.

    Raises `OSError` if it cannot be written, `EnvironmentFaultError` if a file that a row names is not here or is
    damaged; and leaves nothing half done.
    """
    draft = into.with_name(f".{into.name}.draft")
    rows = 0
    try:
        descriptor = os.open(draft, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)  # webhook secrets are in it
        with os.fdopen(descriptor, "wb") as stream, tarfile.open(fileobj=stream, mode="w") as tar:
            _add(tar, "format", _FORMAT.encode())
            with reading(database) as connection:
                for table in _tables():
                    for number, page in enumerate(_pages(connection, table)):
                        _add(tar, f"tables/{table.name}/{number:06}.jsonl", "\n".join(page).encode())
                        rows += len(page)
                digests = named_files(connection)
            for sha256 in sorted(digests):
                _add(tar, f"files/{sha256}", _kept(files, sha256))
            tar.close()
            stream.flush()
            os.fsync(stream.fileno())
        draft.replace(into)
    finally:
        draft.unlink(missing_ok=True)
    return rows


def restore(database: Engine, files: Files, source: Path) -> int:
    """Read a backup into a database without rows; return the number of rows.

    Raises `UsageError` if this is no backup or the database is not empty; then nothing is changed in it.
    """
    rows = 0
    try:
        with tarfile.open(source) as tar, writing(database) as connection:
            if any(connection.scalar(select(func.count()).select_from(table)) for table in _tables()):
                raise UsageError("The database is not empty. Restore into a new one, and then use that.")
            first = tar.next()
            if first is None or (first.name, _content(tar, first)) != ("format", _FORMAT.encode()):
                raise UsageError(f"{source} is no backup, or one of another version.")
            for member in tar:
                data = _content(tar, member)
                kind, _, rest = member.name.partition("/")
                if kind == "tables":
                    rows += _insert(connection, rest.partition("/")[0], data)
                elif kind == "files" and files.put(data) != rest:
                    raise UsageError(f"{source} is damaged: {rest} is not what it was.")
    except (tarfile.TarError, ValueError, KeyError) as error:
        raise UsageError(f"{source} is not a backup that can be read.") from error
    return rows


def _kept(files: Files, sha256: str) -> bytes:
    try:
        return files.get(sha256)
    except OSError as error:
        raise EnvironmentFaultError(
            f"The file {files.path(sha256)}, which a submission or report names, cannot be read: "
            f"{error.strerror or error}. Bring it back from an older backup; without it there is no new one."
        ) from error


def _tables() -> list[Table]:
    """Return what is kept, each table after those that it refers to. Who works now is not."""
    return [_plain(table) for table in metadata.sorted_tables if table is not workers]


def _plain(table: Table) -> Table:
    """Return a table whose times and JSON are the texts that they are stored as."""
    columns = ((column.name, column.type) for column in table.columns)
    plain = [Column(name, Text() if isinstance(kind, TypeDecorator) else kind) for name, kind in columns]
    return Table(table.name, MetaData(), *plain)


def _pages(connection: Connection, table: Table) -> Iterator[list[str]]:
    for page in connection.execute(select(table)).mappings().partitions(_PAGE):
        yield [json.dumps(dict(row)) for row in page]


def _insert(connection: Connection, name: str, data: bytes) -> int:
    table = {table.name: table for table in _tables()}[name]
    rows = [json.loads(line) for line in data.decode().splitlines() if line]
    if rows:
        connection.execute(insert(table), rows)
    return len(rows)


def _content(tar: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    return (tar.extractfile(member) or io.BytesIO()).read()


def _add(tar: tarfile.TarFile, name: str, data: bytes) -> None:
    info = tarfile.TarInfo(name)
    info.size, info.mode = len(data), 0o600
    tar.addfile(info, io.BytesIO(data))
