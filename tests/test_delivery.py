import json
import os
import stat
import subprocess
import sys
import threading
from errno import EACCES, EBUSY, EDQUOT, EFBIG, EIO, EMFILE, ENOSPC, EPERM, EROFS, EXDEV
from pathlib import Path

import pytest

from grader.delivery import deliver, write_whole
from tests.render.reports import report


def test_a_reader_finds_the_old_text_or_the_new_one(tmp_path):
    path = tmp_path / "report"
    texts = ["a" * 1_000_000, "b" * 1_000_000]
    path.write_text(texts[0])
    over = threading.Event()

    def rewrite() -> None:
        for turn in range(40):
            write_whole(path, texts[turn % 2])
        over.set()

    threading.Thread(target=rewrite).start()
    while not over.is_set():
        assert path.read_text() in texts
    assert [*tmp_path.iterdir()] == [path]


def test_a_link_stays_and_so_does_who_may_read(tmp_path):
    file, link = tmp_path / "file", tmp_path / "link"
    file.touch()
    file.chmod(0o640)
    link.symlink_to(file)
    write_whole(link, "new")
    assert link.is_symlink()
    assert file.read_text() == "new"
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


def test_what_cannot_be_exchanged_is_written_in_place(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    write_whole(tmp_path / "pipe", "new")
    assert os.read(reader, 100) == b"new"
    os.close(reader)
    assert (tmp_path / "pipe").is_fifo()


def test_a_link_to_what_has_no_name_is_written_in_place(tmp_path):
    reader, writer = os.pipe()
    (tmp_path / "stdout").symlink_to(f"/proc/self/fd/{writer}")  # as /dev/stdout is one
    write_whole(tmp_path / "stdout", "new")
    assert os.read(reader, 100) == b"new"
    os.close(reader)
    os.close(writer)


def test_a_link_to_what_is_not_there_yet_makes_it(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "file")
    write_whole(tmp_path / "link", "new")
    assert (tmp_path / "file").read_text() == "new"
    assert (tmp_path / "link").is_symlink()


def test_a_folder_that_takes_no_draft_is_no_obstacle(tmp_path):
    (tmp_path / "report").touch()
    (tmp_path / f".{os.getpid()}.draft").mkdir()
    write_whole(tmp_path / "report", "new")
    assert (tmp_path / "report").read_text() == "new"


@pytest.mark.parametrize("failing", ["replace", "write_bytes"])
@pytest.mark.parametrize("reason", [ENOSPC, EDQUOT, EFBIG, EIO, EMFILE])
def test_where_there_is_no_room_the_old_text_stays(tmp_path, monkeypatch, failing, reason):
    (tmp_path / "report").write_text("old")
    with monkeypatch.context() as patch:
        patch.setattr(Path, failing, fails_with(reason))
        with pytest.raises(OSError, match=os.strerror(reason)):
            write_whole(tmp_path / "report", "new")
    assert (tmp_path / "report").read_text() == "old"
    assert [*tmp_path.iterdir()] == [tmp_path / "report"]


@pytest.mark.parametrize("reason", [EBUSY, EROFS, EACCES, EPERM, EXDEV])
def test_where_nothing_can_be_renamed_it_is_written_in_place(tmp_path, monkeypatch, reason):
    (tmp_path / "report").write_text("old")
    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", fails_with(reason))
        write_whole(tmp_path / "report", "new")
    assert (tmp_path / "report").read_text() == "new"
    assert [*tmp_path.iterdir()] == [tmp_path / "report"]


def fails_with(reason):
    def fail(*_):
        raise OSError(reason, os.strerror(reason))

    return fail


def test_a_file_that_may_not_grow_so_far_stays_as_it_was(tmp_path):
    (tmp_path / "report").write_text("old" * 1000)
    script = (
        "import resource, sys; from pathlib import Path; from grader.delivery import write_whole\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\n"
        "write_whole(Path(sys.argv[1]), 'new' * 10_000)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "report")], capture_output=True, text=True, timeout=120
    )
    assert "File too large" in done.stderr
    assert (tmp_path / "report").read_text() == "old" * 1000


def test_a_report_goes_to_stdout_or_to_a_file(tmp_path, capsys):
    deliver(report(), "json", None)
    deliver(report(), "json", Path(tmp_path / "report.json"))
    assert json.loads(capsys.readouterr().out) == json.loads((tmp_path / "report.json").read_text())
