"""A class's zip as a folder: nothing in it is believed."""

import os
import stat
import struct
import zipfile

import pytest

from grader.errors import UsageError
from grader.lms import unpacking
from grader.lms.reading import read_roster
from grader.lms.unpacking import MOST_MEMBER_BYTES, unpacked
from tests.submission.uploads import zipped

LAB = {"s001.py": "x = 1\n"}


def saved(tmp_path, members, method=zipfile.ZIP_DEFLATED):
    path = tmp_path / "class.zip"
    path.write_bytes(members if isinstance(members, bytes) else zipped(members, method))
    return path


def refused(path, sentence):
    with pytest.raises(UsageError, match=sentence), unpacked(path):
        pytest.fail("it was unpacked")


def special(name, kind, data=b"/etc/passwd"):
    member = zipfile.ZipInfo(name)
    member.create_system = 3
    member.external_attr = (kind | 0o777) << 16
    return member, data


def test_a_folder_is_given_as_it_is(tmp_path):
    with unpacked(tmp_path) as folder:
        assert folder == tmp_path


def test_a_zip_is_a_folder_until_it_is_no_longer_needed(tmp_path):
    with unpacked(saved(tmp_path, {**LAB, "s002/a/b.py": "y", "s003/": ""})) as folder:
        assert (folder / "s001.py").read_text() == LAB["s001.py"]
        assert (folder / "s002/a/b.py").read_text() == "y"
        assert (folder / "s003").is_dir()
    assert not folder.exists()


def test_a_nested_zip_stays_one_submission(tmp_path):
    with unpacked(saved(tmp_path, {"s001.zip": zipped(LAB), "s002.py": ""})) as folder:
        assert [entry.path for entry in read_roster(folder).entries] == ["s001.zip", "s002.py"]


@pytest.mark.parametrize(
    "name",
    ["../x.py", "a/../../x.py", "/x.py", "C:/x.py", "..\\x.py", "\\\\host\\x.py", ".", "a/" * 65 + "x", "x" * 1001],
)
def test_a_name_that_leads_out_or_is_unusable_is_refused(tmp_path, name):
    refused(saved(tmp_path, {**LAB, name: ""}), "leads out of it or is unusable")
    assert sorted(os.listdir(tmp_path)) == ["class.zip"]


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR])
def test_a_link_or_a_device_is_a_row_and_leads_nowhere(tmp_path, kind):
    path = tmp_path / "class.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(*special("s001.py", kind))
        archive.writestr("s002.py", "x = 1\n")
    with unpacked(path) as folder:
        assert (folder / "s001.py").is_symlink()
        assert not (folder / "s001.py").exists()
        assert [entry.status for entry in read_roster(folder).entries] == ["not code", "submitted"]


def test_nothing_is_written_through_a_link(tmp_path):
    path = tmp_path / "class.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(*special("a", stat.S_IFLNK, str(tmp_path).encode()))
        archive.writestr("a/x.py", "x = 1\n")
    refused(path, "twice")
    assert sorted(os.listdir(tmp_path)) == ["class.zip"]


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("again", ["s001.py", "./s001.py", "s001.py/x.py"])
def test_a_name_that_is_there_twice_is_refused(tmp_path, again):
    refused(saved(tmp_path, [("s001.py", ""), (again, "")]), "twice")


def test_an_encrypted_zip_is_refused(tmp_path):
    data = bytearray(zipped(LAB))
    for signature, place in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        at = data.index(signature) + place
        data[at : at + 2] = struct.pack("<H", struct.unpack("<H", data[at : at + 2])[0] | 1)
    refused(saved(tmp_path, bytes(data)), "encrypted")


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_method_that_unpacks_gigabytes_from_one_read_is_refused(tmp_path, method):
    refused(saved(tmp_path, LAB, method), "unusual way")


@pytest.mark.parametrize("data", [b"", b"no zip", zipped(LAB)[:-30], zipped(LAB)[30:]])
def test_what_is_no_zip_is_refused_in_words(tmp_path, data):
    refused(saved(tmp_path, data), "not a zip that can be read")


@pytest.mark.parametrize("name", ["class.rar", "nowhere.zip"])
def test_what_is_neither_a_folder_nor_a_zip_is_refused(tmp_path, name):
    (tmp_path / "class.rar").write_text("")
    refused(tmp_path / name, "Give the folder or the zip")


def test_of_a_bomb_only_as_much_is_written_as_shows_it(tmp_path):
    path = tmp_path / "class.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("s001.py", "w") as stream:
        for _ in range(2 * MOST_MEMBER_BYTES // 2**20):
            stream.write(bytes(2**20))
    assert path.stat().st_size < 1_000_000
    with unpacked(path) as folder:
        assert (folder / "s001.py").stat().st_size == MOST_MEMBER_BYTES + 1


def test_the_bytes_are_counted_while_they_are_read(tmp_path, monkeypatch):
    monkeypatch.setattr(unpacking, "MOST_CLASS_BYTES", 1000)
    refused(saved(tmp_path, {f"s{n}.py": "x" * 300 for n in range(4)}), "GB when unpacked")


def test_too_many_members_are_refused_before_any_is_written(tmp_path, monkeypatch):
    monkeypatch.setattr(unpacking, "MOST_CLASS_MEMBERS", 3)
    refused(saved(tmp_path, {f"s{n}.py": "" for n in range(4)}), "holds 4 files")


def flagless(name: bytes) -> bytes:
    """A zip whose name has these bytes and does not say that they are UTF-8."""
    return zipped({"x" * len(name): "x = 1\n"}).replace(b"x" * len(name), name, 2)


@pytest.mark.parametrize(
    ("name", "seen"),
    [("Ünal.py".encode(), "Ünal.py"), ("Ünal.py".encode("cp437"), "Ünal.py"), (b"\xd1\xe9.py", "╤Θ.py")],
)
def test_names_are_read_as_utf8_or_else_as_old_zips_spell_them(tmp_path, name, seen):
    with unpacked(saved(tmp_path, flagless(name))) as folder:
        assert os.listdir(folder) == [seen]


def test_a_name_too_long_for_a_disk_keeps_its_start_and_its_end(tmp_path):
    names = [f"student12_1001_5001_{'学' * 200}{n}.py" for n in range(2)]
    with unpacked(saved(tmp_path, dict.fromkeys(names, ""))) as folder:
        short = os.listdir(folder)
        assert len(short) == 2
        assert all(name.startswith("student12_1001_5001_学") and name.endswith(".py") for name in short)


def test_thousands_of_members_are_unpacked(tmp_path):
    with unpacked(saved(tmp_path, {f"s{n:05}.py": "x = 1\n" for n in range(5000)})) as folder:
        assert len(read_roster(folder).entries) == 5000
