import hashlib
import os
import threading

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


@pytest.mark.parametrize("there", [b"", b"righ", b"wrong", None], ids=["empty", "cut", "changed", "not a file"])
def test_what_is_put_over_something_damaged_is_whole_again(tmp_path, there):
    files = Files(tmp_path)
    place = files.path(files.put(b"right"))
    if there is None:
        place.unlink()
        place.symlink_to(tmp_path / "nothing")
    else:
        place.write_bytes(there)
    assert files.get(files.put(b"right")) == b"right"


def test_of_several_who_remove_a_file_one_does_and_none_fails(tmp_path):
    files = Files(tmp_path)
    digests = [files.put(b"%d" % number) for number in range(200)]
    removed, faults = [], []

    def clear() -> None:
        try:
            removed.extend(one for one in digests if Files(tmp_path).remove(one, -1))
            assert [*files.old(-1)] == []
        except OSError as fault:
            faults.append(fault)

    threads = [threading.Thread(target=clear) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    assert sorted(removed) == sorted(digests)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_what_the_killed_left_half_done_is_swept_away_and_what_they_were_removing_is_back(tmp_path):
    files = Files(tmp_path)
    draft = tmp_path / "drafts" / "tmpabc"
    draft.write_bytes(b"half")
    digest = files.put(b"whole")
    files.path(digest).rename(tmp_path / "drafts" / f"{digest}.0123")
    files.sweep(3600)  # they may still live
    assert draft.exists()
    assert not files.path(digest).exists()
    files.sweep(-1)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [files.path(digest)]
    assert files.get(digest) == b"whole"
