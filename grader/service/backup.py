"""All that the service knows in one tar: rows as JSON lines, the files that they name, and last a sum of all that.

It can be restored into an empty database of either kind, which is also how a course moves from SQLite to PostgreSQL.
The queue is not in it: what waits is given a job again by the reaper, and what was running is graded again.
"""

import hashlib
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
_END: Final = "end"  # the SHA-256 of all before it: without it a tar that was cut looks like a whole one
_PAGE: Final = 500


def backup(database: Engine, files: Files, into: Path) -> int:
    """Write a backup; return the number of rows. Uploads may come in meanwhile: it shows one moment.

    Raises `OSError` if it cannot be written, `EnvironmentFaultError` if a file that a row names is not here or is
    damaged; and leaves nothing half done.
    """
    draft = into.with_name(f".{into.name}.draft")
    try:
        try:
            rows = _write(database, files, draft)
        except EnvironmentFaultError:  # perhaps it was too old, and went with its rows since these were read
            rows = _write(database, files, draft)
        draft.replace(into)
    finally:
        draft.unlink(missing_ok=True)
    return rows


def _write(database: Engine, files: Files, draft: Path) -> int:
    rows, whole = 0, hashlib.sha256()
    descriptor = os.open(draft, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)  # webhook secrets are in it
    with os.fdopen(descriptor, "wb") as stream, tarfile.open(fileobj=stream, mode="w") as tar:

        def add(name: str, data: bytes) -> None:
            _add(tar, name, data)
            _count(whole, name, data)

        add("format", _FORMAT.encode())
        with reading(database) as connection:
            for table in _tables():
                for number, page in enumerate(_pages(connection, table)):
                    add(f"tables/{table.name}/{number:06}.jsonl", "\n".join(page).encode())
                    rows += len(page)
            digests = named_files(connection)
        for sha256 in sorted(digests):
            add(f"files/{sha256}", _kept(files, sha256))
        _add(tar, _END, whole.hexdigest().encode())
        tar.close()
        stream.flush()
        os.fsync(stream.fileno())
    return rows


def restore(database: Engine, files: Files, source: Path) -> int:
    """Read a backup into a database without rows; return the number of rows.

    Raises `UsageError` if this is no whole backup or the database is not empty; then nothing is changed in it.
    """
    rows = 0
    try:
        with tarfile.open(source) as tar:
            first = tar.next()
            if first is None or (first.name, _content(tar, first)) != ("format", _FORMAT.encode()):
                raise UsageError(f"{source} is no backup, or one of another version.")
            if not _is_whole(tar):
                raise UsageError(f"{source} is damaged, or its end is missing. Nothing was restored.")
            with writing(database) as connection:
                if any(connection.scalar(select(func.count()).select_from(table)) for table in _tables()):
                    raise UsageError("The database is not empty. Restore into a new one, and then use that.")
                for member in tar:
                    kind, _, rest = member.name.partition("/")
                    if kind == "tables":
                        rows += _insert(connection, rest.partition("/")[0], _content(tar, member))
                    elif kind == "files":
                        files.put(_content(tar, member))
    except (tarfile.TarError, ValueError, KeyError) as error:
        raise UsageError(f"{source} is not a backup that can be read.") from error
    return rows


def _is_whole(tar: tarfile.TarFile) -> bool:
    """Tell whether the sum is there and right; where a header is damaged `tarfile` takes that for the end."""
    whole = hashlib.sha256()
    for member in tar:
        data = _content(tar, member)
        if member.name == _END:
            return data == whole.hexdigest().encode()
        _count(whole, member.name, data)
    return False


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


def _count(whole: "hashlib._Hash", name: str, data: bytes) -> None:
    whole.update(f"{name} {len(data)}\n".encode())
    whole.update(data)


def _add(tar: tarfile.TarFile, name: str, data: bytes) -> None:
    info = tarfile.TarInfo(name)
    info.size, info.mode = len(data), 0o600
    tar.addfile(info, io.BytesIO(data))
