"""A disk that is full: what cannot be kept is refused, what was acknowledged is graded when there is room again."""

import itertools
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx2 as httpx
import pytest
from sqlalchemy import text

from grader.service.database import reading
from grader.service.files import Files
from tests.service.running import WRONG, Installation, kill, wait_for, worker_of

_MOST_UPLOADS = 400  # until a file of SQLite has no room left within itself
_MEGABYTE = 1024 * 1024


class Disk:
    """A file system of its own, in memory, whose size can be changed while it is in use."""

    def __init__(self, place: Path) -> None:
        self._place = place
        place.mkdir()
        self._mount("-t", "tmpfs", "-o", "size=4m", "tmpfs", str(place))

    def grow(self, megabytes: int, files: int = 100_000) -> None:
        self._mount("-o", f"remount,size={megabytes}m,nr_inodes={files}", str(self._place))

    def fill(self) -> None:
        """Leave not a byte: the size becomes what is in use."""
        kilobytes = subprocess.run(
            ["df", "--output=used", str(self._place)], capture_output=True, text=True, check=True
        ).stdout.split()[1]
        self._mount("-o", f"remount,size={kilobytes}k", str(self._place))

    def close(self) -> None:
        subprocess.run(["umount", "--lazy", str(self._place)], check=True)

    @staticmethod
    def _mount(*words: str) -> None:
        done = subprocess.run(["mount", *words], capture_output=True, text=True)
        if done.returncode != 0:
            raise OSError(done.stderr.strip())


@pytest.fixture
def disk(tmp_path) -> Iterator[Disk]:
    try:
        made = Disk(tmp_path / "data")
    except OSError as error:
        pytest.skip(f"no file system can be mounted here ({error})")
    yield made
    made.close()


@pytest.fixture
def here(disk, tmp_path) -> Iterator[Installation]:
    """Everything on the small disk: sources, reports, and both files of SQLite."""
    installation = Installation(tmp_path, f"sqlite:///{tmp_path}/data/service.sqlite", workers=1, drain_seconds=1)
    yield installation
    installation.close()


def accepted(here: Installation, student: str, data: bytes) -> str | None:
    """The id of an upload, None if it is refused as one that may come again."""
    answer = here.upload(student, data, key=student)
    if answer.status_code == 202:
        return answer.json()["id"]
    assert answer.status_code == 503, answer.text
    assert answer.json()["error"]["code"] in ("no_room", "unavailable")
    assert int(answer.headers["Retry-After"]) > 0
    return None


def done(here: Installation, ids: list[str]) -> bool:
    return all(here.state(one)["state"] == "done" for one in ids)


def readiness(here: Installation) -> httpx.Response:
    return httpx.get(f"{here.url}/readyz", timeout=30)


@pytest.mark.slow
def test_a_disk_of_four_megabytes_takes_what_it_can_keep_and_all_of_it_is_graded_later(disk, here):
    """The files fill it: the first part that has no room is that of sources."""
    here.serve()
    assert (readiness(here).status_code, readiness(here).json()["parts"]["disk"]) == (503, "full")
    source = WRONG + b"#" * (_MEGABYTE // 2)
    made = {number: accepted(here, f"s{number}", source + b"%d" % number) for number in range(10)}
    assert made[0] is not None
    assert None in made.values()
    assert httpx.get(f"{here.url}/healthz", timeout=30).status_code == 200
    assert not any(done(here, [one]) for one in made.values() if one)

    disk.grow(400)
    for number, one in made.items():
        made[number] = one or accepted(here, f"s{number}", source + b"%d" % number)
    assert None not in made.values()
    wait_for(lambda: done(here, [*made.values()]))
    assert readiness(here).status_code == 200
    _check(here, [*made.values()])


@pytest.mark.slow
def test_a_disk_that_fills_while_work_is_graded_loses_neither_that_nor_what_sqlite_had_taken(disk, here):
    """The source is there already: the first part that has no room is SQLite itself. And then the power fails."""
    disk.grow(400)
    serve = here.serve()
    made = [accepted(here, "first", WRONG), accepted(here, "running", b"import time\ntime.sleep(3)\n" + WRONG)]
    wait_for(lambda: done(here, made[:1]) and here.state(made[1])["state"] == "running")
    disk.fill()
    made += itertools.takewhile(bool, (accepted(here, f"s{number}", WRONG) for number in range(_MOST_UPLOADS)))
    assert len(made) < _MOST_UPLOADS, "nothing was refused"
    assert here.said("the database cannot be used")
    wait_for(lambda: here.said("this machine could not grade"))  # its report had no room either
    kill(worker_of(serve))
    serve.kill()
    serve.wait()

    disk.grow(400)
    here.serve()
    made.append(accepted(here, "last", WRONG))
    wait_for(lambda: done(here, made))
    _check(here, made)


def test_a_disk_that_can_hold_no_more_files_has_no_room_though_it_has_bytes(disk, tmp_path):
    files = Files(tmp_path / "data")
    disk.grow(400)
    assert files.has_room()
    disk.grow(400, files=100)
    assert not files.has_room()


def _check(here: Installation, made: list[str]) -> None:
    """What was acknowledged is there, graded once, and nothing else is."""
    with reading(here.database) as connection:
        assert sorted(connection.scalars(text("SELECT id FROM submissions"))) == sorted(made)
        assert connection.scalar(text("SELECT count(*) FROM attempts WHERE state = 'done'")) == len(made)
        assert [*connection.scalars(text("SELECT DISTINCT score FROM reports"))] == [50.0]
