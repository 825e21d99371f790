import io
import os
import tarfile
from datetime import timedelta

import pytest
from sqlalchemy import select

from grader.errors import EnvironmentFaultError, UsageError
from grader.service.backup import backup, restore
from grader.service.columns import now
from grader.service.database import open_database, reading, upgrade, writing
from grader.service.files import Files
from grader.service.retention import clear_up
from grader.service.schema import metadata, workers
from grader.service.store import attempts, reports, tokens
from grader.service.store.reports import ReportRow
from tests.service import made


@pytest.fixture
def files(tmp_path):
    return Files(tmp_path / "files")


@pytest.fixture
def filled(database, files):
    """A database with a row of most kinds."""
    hostile = "<b>\u202e'\n"
    one = made.submission(database, hostile, source_sha256=files.put(b"source"), ids={"lti": {"a": "b"}})
    with writing(database) as connection:
        attempt = attempts.add(connection, one.id, kind="first", priority=1, seed=2**53 - 1)
        digests = files.put(b"json"), files.put(b"html")
        reports.add(connection, ReportRow(attempt.id, "graded", 50.0, 100.0, *digests, ["x"], now()))
        tokens.add(connection, "hook", name="h", course_id=one.course_id, secret="whsec_x")
    return database


def everything(engine):
    with reading(engine) as connection:
        return {
            table.name: sorted(map(str, connection.execute(select(table)).all()))
            for table in metadata.sorted_tables
            if table is not workers
        }


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request, tmp_path):
    """Another database, of either kind: a backup is also how one moves."""
    postgres = request.param == "postgresql"
    url = request.getfixturevalue("postgres").new_database() if postgres else f"sqlite:///{tmp_path}/other.sqlite"
    engine = open_database(url)
    upgrade(engine)
    yield engine
    engine.dispose()


def test_a_backup_is_restored_as_it_was_into_either_kind(filled, files, empty, tmp_path):
    written = backup(filled, files, tmp_path / "all.tar")
    elsewhere = Files(tmp_path / "elsewhere")
    assert restore(empty, elsewhere, tmp_path / "all.tar") == written == 5
    assert everything(empty) == everything(filled)
    assert elsewhere.get(files.digest(b"source")) == b"source"
    assert (tmp_path / "all.tar").stat().st_mode & 0o077 == 0


def test_nothing_is_restored_over_what_is_there(filled, files, tmp_path):
    backup(filled, files, tmp_path / "all.tar")
    before = everything(filled)
    with pytest.raises(UsageError, match="not empty"):
        restore(filled, files, tmp_path / "all.tar")
    assert everything(filled) == before


def test_a_backup_that_fails_leaves_nothing_half_done(filled, files, tmp_path):
    files.path(files.digest(b"source")).unlink()
    with pytest.raises(EnvironmentFaultError, match=files.digest(b"source")):
        backup(filled, files, tmp_path / "all.tar")
    assert not list(tmp_path.glob("*.tar*")) + list(tmp_path.glob(".*draft"))


def members(place) -> list[tarfile.TarInfo]:
    with tarfile.open(place) as tar:
        return tar.getmembers()


def cut_before(data: bytes, member: tarfile.TarInfo) -> bytes:
    return data[: member.offset]


def cut_within(data: bytes, member: tarfile.TarInfo) -> bytes:
    return data[: member.offset_data + member.size - 1]


def cut_before_and_closed(data: bytes, member: tarfile.TarInfo) -> bytes:
    return data[: member.offset] + bytes(1024)


def left_out(data: bytes, member: tarfile.TarInfo) -> bytes:
    return data[: member.offset] + data[member.offset_data + -(-member.size // 512) * 512 :]


def bit_of_the_header(data: bytes, member: tarfile.TarInfo) -> bytes:
    return flipped(data, member.offset + 150)


def bit_of_the_content(data: bytes, member: tarfile.TarInfo) -> bytes:
    return flipped(data, member.offset_data + member.size // 2)


def flipped(data: bytes, place: int) -> bytes:
    return data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]


@pytest.mark.parametrize(
    "damage", [cut_before, cut_within, cut_before_and_closed, left_out, bit_of_the_header, bit_of_the_content]
)
def test_a_backup_that_is_damaged_anywhere_is_not_restored_in_part(filled, files, empty, tmp_path, damage):
    whole, place = tmp_path / "all.tar", tmp_path / "damaged.tar"
    backup(filled, files, whole)
    for member in members(whole):
        place.write_bytes(damage(whole.read_bytes(), member))
        with pytest.raises(UsageError):
            restore(empty, Files(tmp_path / "elsewhere"), place)
        assert not any(everything(empty).values()), member.name
    assert restore(empty, Files(tmp_path / "elsewhere"), whole) == 5


def test_what_went_for_its_age_while_a_backup_was_written_is_not_in_it(filled, files, empty, tmp_path):
    """Its rows were read when they were there; its files are not there any more."""
    made.submission(filled, "old", source_sha256=files.put(b"old"), received_at=now() - timedelta(days=40))
    for path in files.folder.glob("??/*"):
        os.utime(path, (0, 0))

    class Meanwhile(Files):
        cleared = ()

        def get(self, sha256: str) -> bytes:
            self.cleared = self.cleared or clear_up(filled, files, 30)
            return super().get(sha256)

    busy = Meanwhile(files.folder)
    assert backup(filled, busy, tmp_path / "all.tar") > 0
    assert busy.cleared == (1, 1)
    restore(empty, Files(tmp_path / "elsewhere"), tmp_path / "all.tar")
    assert everything(empty) == everything(filled)


FORMAT = ("format", b"grader-backup-1")


@pytest.mark.parametrize(
    "parts",
    [
        [],
        [("homework/attention.py", b"x = 1")],
        [("format", b"grader-backup-0")],
        [FORMAT],
        [FORMAT, ("end", b"0" * 64)],
        None,
    ],
    ids=["empty", "of something else", "of another version", "no end", "another sum", "no tar"],
)
def test_what_is_no_backup_changes_nothing(database, tmp_path, parts):
    place = tmp_path / "all.tar"
    if parts is None:
        place.write_bytes(b"nothing")
    else:
        with tarfile.open(place, "w") as tar:
            for name, data in parts:
                info = tarfile.TarInfo(name)
                info.size = len(data)
                tar.addfile(info, io.BytesIO(data))
    with pytest.raises(UsageError):
        restore(database, Files(tmp_path / "new"), place)
    assert not any(everything(database).values())
