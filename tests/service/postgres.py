"""A PostgreSQL of the tests' own: a cluster in a temporary folder, on a socket in it, gone afterwards."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_USERS = ("postgres", "nobody")
_EMPTIED = """
DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema' LOOP
        EXECUTE format('DROP SCHEMA %I CASCADE', name);
    END LOOP;
    CREATE SCHEMA public;
END $$"""
_FAST = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "listen_addresses=", "max_connections=60")


def binaries() -> Path | None:
    """The folder of initdb and postgres, the newest if there are several; None if there is none."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return folders[-1].parent if folders else None


class Cluster:
    """A running server. `url` names a database of it."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self._folder, self._bin = folder, programs
        self._free: list[str] = []
        self._user = next((name for name in _USERS if _known(name)), None) if os.getuid() == 0 else None
        if self._user:
            shutil.chown(folder, self._user)
        self._run("initdb", "-D", str(folder / "data"), "-U", "grader", "-A", "trust", "--no-sync", "-E", "UTF8")
        self.start()

    def start(self) -> None:
        """Start the server and wait until it answers."""
        options = [word for setting in _FAST for word in ("-c", setting)]
        argv = [str(self._bin / "postgres"), "-D", str(self._folder / "data"), "-k", str(self._folder), *options]
        with (self._folder / "log").open("ab") as log:
            self._server = subprocess.Popen(argv, stdout=log, stderr=log, user=self._user, cwd=self._folder)
        for _ in range(600):
            if self._psql("postgres", "SELECT 1").returncode == 0:
                return
            time.sleep(0.1)
        raise AssertionError((self._folder / "log").read_text())

    def stop(self, number: signal.Signals = signal.SIGINT) -> None:
        """End the server; all connections are cut."""
        self._server.send_signal(number)
        self._server.wait(60)

    def new_database(self) -> str:
        """Return the URL of an empty database, of a name that was never used."""
        name = f"t{uuid.uuid4().hex}"
        renamed = self._free and self._psql("postgres", f"ALTER DATABASE {self._free.pop()} RENAME TO {name}")
        if not renamed or renamed.returncode:
            assert self._psql("postgres", f"CREATE DATABASE {name}").returncode == 0
        return f"postgresql://grader@/{name}?host={self._folder}"

    def give_back(self, url: str) -> None:
        """Empty a database for the next who wants one: to make and to remove one takes hundreds of files."""
        name = url.partition("@/")[2].partition("?")[0]
        self.cut(f"datname = '{name}'")
        if self._psql(name, _EMPTIED).returncode == 0:
            self._free.append(name)

    def cut(self, which: str = "true") -> None:
        """Cut all connections of everybody, or those of pg_stat_activity of `which` this is true."""
        others = f"pid <> pg_backend_pid() AND {which}"
        self._psql("postgres", f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")

    def _psql(self, database: str, sql: str) -> subprocess.CompletedProcess[bytes]:
        argv = [str(self._bin / "psql"), "-h", str(self._folder), "-U", "grader", "-d", database, "-qAtc", sql]
        return subprocess.run(argv, capture_output=True)

    def _run(self, program: str, *words: str) -> None:
        done = subprocess.run([str(self._bin / program), *words], capture_output=True, user=self._user, cwd="/")
        assert done.returncode == 0, done.stderr.decode()


def _known(user: str) -> bool:
    try:
        pwd.getpwnam(user)
    except KeyError:
        return False
    return True


@contextmanager
def cluster() -> Iterator[Cluster | None]:
    """A cluster for the time of the block; None where PostgreSQL is not installed."""
    programs = binaries()
    if programs is None:
        yield None
        return
    folder = Path(tempfile.mkdtemp(prefix="pg"))  # a short path: sockets have a longest one
    try:
        server = Cluster(folder, programs)
        try:
            yield server
        finally:
            server.stop(signal.SIGQUIT)
    finally:
        shutil.rmtree(folder)
