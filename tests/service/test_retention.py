import os
from datetime import timedelta

import pytest
from sqlalchemy import select

from grader.service import schema
from grader.service.columns import new_id, now
from grader.service.database import reading, writing
from grader.service.files import Files
from grader.service.retention import clear_up
from grader.service.store import ageing, attempts, deliveries, reports, submissions
from grader.service.store.reports import ReportRow
from tests.service import made


@pytest.fixture
def files(tmp_path):
    return Files(tmp_path / "files")


def handed_in(database, files, student: str, days: int, *, done: bool) -> str:
    one = made.submission(
        database, student, source_sha256=files.put(student.encode()), received_at=now() - timedelta(days=days)
    )
    with writing(database) as connection:
        attempt = attempts.add(connection, one.id, kind="first", priority=1, seed=1)
        if done:
            held = attempts.take(connection, attempt.id, 0, "w", new_id())
            attempts.finish(connection, held, "done")
            digests = files.put(student.encode() + b"json"), files.put(student.encode() + b"html")
            reports.add(connection, ReportRow(attempt.id, "graded", 50.0, 100.0, *digests, [], now()))
            deliveries.add(connection, attempt.id, "callback", "https://x.example")
    return one.id


def age(files) -> None:
    for path in files.folder.glob("??/*"):
        os.utime(path, (0, 0))


def test_what_is_old_goes_with_its_files_and_what_is_young_or_waits_stays(database, files):
    old = handed_in(database, files, "old", 40, done=True)
    young = handed_in(database, files, "young", 3, done=True)
    waits = handed_in(database, files, "waits", 40, done=False)
    age(files)
    assert clear_up(database, files, 30) == (1, 3)
    with reading(database) as connection:
        assert [submissions.by_id(connection, one) is None for one in (old, young, waits)] == [True, False, False]
        for table in (schema.attempts, schema.reports, schema.deliveries):
            assert connection.execute(select(table)).all(), table.name
    assert files.get(files.digest(b"waits")) == b"waits"
    assert clear_up(database, files, 30) == (0, 0)


def test_zero_days_keep_everything_but_what_is_nobodys(database, files):
    handed_in(database, files, "old", 4000, done=True)
    files.put(b"of a try whose lease was gone")
    age(files)
    files.put(b"just being written down")
    assert clear_up(database, files, 0) == (0, 1)
    assert files.get(files.digest(b"just being written down"))


def test_a_file_that_is_put_again_while_it_is_cleared_stays(files, monkeypatch):
    digest = files.put(b"x")
    age(files)
    (name,) = files.old(3600)
    files.put(b"x")  # after it was found to be old
    assert not files.remove(name, 3600)
    assert files.get(digest) == b"x"


@pytest.mark.parametrize(
    ("key", "days", "stays"),
    [
        ("canvas:main:7:45:1", 40, True),
        ("moodle:main:7:45:0:1", 40, True),
        ("canvas:main:7:45:1", 3, False),
        ("student:abc", 40, False),
        (None, 40, False),
    ],
)
def test_of_work_that_a_platform_still_lists_the_key_stays_and_of_nothing_else(database, files, key, days, stays):
    one = made.submission(database, idempotency_key=key, received_at=now() - timedelta(days=days))
    clear_up(database, files, 30)
    with reading(database) as connection:
        assert len(connection.execute(select(schema.forgotten)).all()) == stays
        assert ageing.is_forgotten(connection, one.course_id, str(key)) == stays
        assert not ageing.is_forgotten(connection, "of another course", str(key))
