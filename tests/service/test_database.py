import threading

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from grader.errors import EnvironmentFaultError
from grader.service.database import alone, open_database, reading, upgrade, writing
from grader.service.schema import metadata
from grader.service.store import attempts, courses
from tests.service import made


def test_the_migrations_make_the_tables_of_the_schema(database):
    with reading(database) as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_the_migrations_guard_states_and_roles(database):
    one = made.attempt(database)
    with pytest.raises(IntegrityError), writing(database) as connection:
        connection.execute(text("UPDATE attempts SET state = 'lost' WHERE id = :id"), {"id": one.id})


def test_a_database_is_brought_up_to_date_by_several_at_a_time(url):
    faults: list[Exception] = []

    def run() -> None:
        engine = open_database(url)
        try:
            upgrade(engine)
        except Exception as fault:
            faults.append(fault)
        finally:
            engine.dispose()

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []


def test_what_is_raised_in_a_transaction_undoes_it(database):
    class Oops(Exception):
        pass

    def run() -> None:
        with writing(database) as connection:
            courses.add(connection, "LM4")
            raise Oops

    with pytest.raises(Oops):
        run()
    with reading(database) as connection:
        assert courses.by_name(connection, "LM4") is None


def test_writers_wait_for_each_other_and_none_is_lost(database):
    """Each reads and then writes: a transaction that takes its lock late would fail or overwrite."""
    one = made.attempt(database)

    def run() -> None:
        for _ in range(10):
            with writing(database) as connection:
                attempts.by_id(connection, one.id)
                connection.execute(text("UPDATE attempts SET deaths = deaths + 1"))

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with reading(database) as connection:
        found = attempts.by_id(connection, one.id)
    assert found is not None
    assert found.deaths == 40


def test_who_reads_sees_one_state_and_who_reads_next_sees_what_was_written_meanwhile(database):
    count = text("SELECT count(*) FROM attempts")
    with reading(database) as connection:
        assert connection.scalar(count) == 0
        made.attempt(database)
        assert connection.scalar(count) == 0
    with reading(database) as connection:
        assert connection.scalar(count) == 1


def test_who_is_alone_is_not_met_by_who_does_the_same_and_not_in_the_way_of_who_does_another_thing(database):
    if database.dialect.name == "sqlite":
        pytest.skip("its writers are alone with everything, as the test above shows")
    same, other = threading.Event(), threading.Event()

    def run(done: threading.Event, *what: str) -> None:
        with writing(database) as connection:
            alone(connection, *what)
            done.set()

    with writing(database) as connection:
        alone(connection, "upload", "s1")
        first = threading.Thread(target=run, args=(same, "upload", "s1"))
        first.start()
        run(other, "upload", "s2")
        assert other.is_set()
        assert not same.wait(0.5)
    first.join()
    assert same.is_set()


def test_a_database_that_is_not_there_is_a_fault_of_the_machine_and_shows_no_password(tmp_path):
    engine = open_database(f"postgresql://somebody:secret@/nothing?host={tmp_path}")
    with pytest.raises(EnvironmentFaultError) as raised:
        upgrade(engine)
    assert "secret" not in str(raised.value)
    assert "Is it there" in str(raised.value)


def test_a_database_that_a_newer_grader_changed_is_not_touched_by_an_older_one(database):
    with writing(database) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(EnvironmentFaultError, match="newer grader"):
        upgrade(database)


def test_sqlite_syncs_what_it_commits(tmp_path):
    engine = open_database(f"sqlite:///{tmp_path}/new folder/a.sqlite")
    with reading(engine) as connection:
        assert connection.scalar(text("PRAGMA journal_mode")) == "wal"
        assert connection.scalar(text("PRAGMA synchronous")) == 2
        assert connection.scalar(text("PRAGMA foreign_keys")) == 1
    engine.dispose()
