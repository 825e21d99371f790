import hashlib
import os

import pytest

from grader.service.files import Files


def test_what_was_put_is_got_back_under_its_digest(tmp_path):
    files = Files(tmp_path)
    digest = files.put(b"some bytes")
    assert digest == hashlib.sha256(b"some bytes").hexdigest()
    assert Files(tmp_path).get(digest) == b"some bytes"


def test_equal_contents_are_kept_once_and_are_young_again(tmp_path):
    files = Files(tmp_path)
    digest = files.put(b"x")
    os.utime(files.path(digest), (0, 0))
    assert files.put(b"x") == digest
    assert files.path(digest).stat().st_mtime > 0
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [files.path(digest)]


@pytest.mark.parametrize("name", ["../../etc/passwd", "", "0" * 63, "0" * 64 + "\n", "G" * 64, "/" + "0" * 63])
def test_only_a_digest_names_a_file(tmp_path, name):
    with pytest.raises(ValueError, match="SHA-256"):
        Files(tmp_path).get(name)


def test_a_file_that_changed_on_the_disk_is_not_given_out(tmp_path):
    files = Files(tmp_path)
    digest = files.put(b"right")
    files.path(digest).write_bytes(b"wrong")
    with pytest.raises(OSError, match="damaged"):
        files.get(digest)


def test_a_disk_that_is_full_leaves_nothing_behind(tmp_path, monkeypatch):
    files = Files(tmp_path)

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        files.put(b"x")
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
