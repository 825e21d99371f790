"""A zip or a folder: its sources, or a sentence that says what to send instead."""

import io
import os
import stat
import tracemalloc
import zipfile
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.errors import RejectedError
from grader.submission import archive
from grader.submission.archive import MOST_FILE_BYTES, MOST_MEMBERS, MOST_SOURCES, from_folder, from_zip
from grader.submission.source import printable
from tests.submission.uploads import messages, patient, zipped, zipped_as

LAB = {"attention.py": "x = 1\n"}


def read(data):
    return from_zip("lab.zip", data)


def refused(data, sentence):
    with pytest.raises(RejectedError, match=sentence):
        read(data)


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_the_sources_of_a_zip_are_read_from_every_folder(method):
    sources = {"lab/attention.py": b"a", "lab/parts/softmax.py": b"b", "lab.ipynb": b"c"}
    assert read(zipped({**sources, "data.csv": b"d", "lab/readme": b"e"}, method)) == (sources, ())


@pytest.mark.parametrize(
    "litter",
    [
        "__MACOSX/._attention.py",
        "._x.py",
        ".hidden.py",
        "venv/x.py",
        "lab/.git/x.py",
        "py",
        "env/lib/python3/site-packages/x.py",
    ],
)
def test_what_a_computer_adds_is_passed_over(litter):
    assert set(read(zipped({**LAB, litter: "\0"})).found) == {"attention.py"}


@pytest.mark.parametrize(
    "name",
    [
        "../x.py",
        "a/../../x.py",
        "/x.py",
        "C:/x.py",
        "c:x.py",
        "..\\x.py",
        "a\\..\\..\\x.py",
        "\\\\host\\x.py",
    ],
)
def test_a_zip_that_leads_out_of_itself_is_refused(name):
    refused(zipped({**LAB, name: ""}), "leads out of it")


@pytest.mark.parametrize("name", ["lab\\attention.py", "./lab/attention.py", "lab//attention.py"])
def test_other_spellings_of_a_path_are_read(name):
    assert set(read(zipped({name: ""})).found) == {"lab/attention.py"}


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR])
def test_links_and_devices_are_left_out_with_a_notice(kind):
    files = read(zipped_as(kind))
    assert files.found == {}
    assert "attention.py was left out" in messages(files.notices)


def test_a_file_packed_on_unix_is_read():
    assert set(read(zipped_as(stat.S_IFREG)).found) == {"attention.py"}


def test_a_folder_called_like_a_source_is_no_source():
    assert read(zipped({"lab.py/": ""})).found == {}


def test_an_encrypted_zip_is_refused():
    data = bytearray(zipped(LAB))
    data[data.rindex(b"PK\1\2") + 8] |= 1
    refused(bytes(data), "encrypted")


def test_a_locked_picture_beside_the_source_does_no_harm():
    data = bytearray(zipped({**LAB, "picture.png": ""}))
    data[data.rindex(b"PK\1\2") + 8] |= 1
    assert set(read(bytes(data)).found) == {"attention.py"}


def test_a_member_that_unpacks_beyond_the_cap_is_refused_before_it_is_unpacked():
    bomb = zipped({"attention.py": bytes(64 * 1024 * 1024)})
    tracemalloc.start()
    try:
        refused(bomb, "too large")
        assert tracemalloc.get_traced_memory()[1] < 4 * MOST_FILE_BYTES
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_methods_that_unpack_without_a_limit_are_refused(method):
    refused(zipped(LAB, method), "unusual way")


def test_a_member_is_measured_and_not_believed():
    data = bytearray(zipped({"attention.py": bytes(MOST_FILE_BYTES + 1)}))
    at = data.rindex(b"PK\1\2") + 24  # the unpacked size, as the directory claims it
    data[at : at + 4] = (10).to_bytes(4, "little")
    with pytest.raises(RejectedError):
        read(bytes(data))


def test_a_member_of_just_the_largest_size_is_read():
    assert len(read(zipped({"a.py": bytes(MOST_FILE_BYTES)})).found["a.py"]) == MOST_FILE_BYTES


def test_many_members_below_the_cap_are_too_large_together():
    refused(zipped({f"{number}.py": bytes(MOST_FILE_BYTES) for number in range(5)}), "too large")


@pytest.mark.parametrize(("count", "accepted"), [(MOST_SOURCES, True), (MOST_SOURCES + 1, False)])
def test_the_number_of_sources_is_capped(count, accepted):
    data = zipped({f"{number}.py": "" for number in range(count)})
    if accepted:
        assert len(read(data).found) == count
    else:
        refused(data, f"more than {MOST_SOURCES} Python files")


@pytest.mark.parametrize("litter", [".git/objects/{}", "data/{}.png", "lab/node_modules/{}.py", "venv/{}.py", "{}/"])
def test_files_that_are_passed_over_do_not_count_among_the_sources(litter):
    assert set(read(zipped({**LAB, **{litter.format(n): "" for n in range(MOST_SOURCES + 1)}})).found) == set(LAB)


def test_the_table_of_a_zip_is_capped_before_it_is_read():
    entry = zipped({"x.txt": ""})
    at, end = entry.index(b"PK\1\2"), entry.rindex(b"PK\5\6")
    count, size = MOST_MEMBERS + 1, (end - at) * (MOST_MEMBERS + 1)
    tail = b"PK\5\6" + bytes(4) + (count % 65536).to_bytes(2, "little") * 2 + size.to_bytes(4, "little")
    data = entry[:at] + entry[at:end] * count + tail + at.to_bytes(4, "little") + bytes(2)
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        assert len(opened.infolist()) == count  # it is a zip, so what is refused is its size
    tracemalloc.start()
    try:
        refused(data, f"more than {MOST_MEMBERS} files")
        assert tracemalloc.get_traced_memory()[1] < 1024 * 1024
    finally:
        tracemalloc.stop()


def test_a_zip_in_a_zip_is_left_out_with_a_notice():
    files = read(zipped({"inner.zip": zipped(LAB)}))
    assert files.found == {}
    assert "unpack it first" in messages(files.notices)


@pytest.mark.parametrize("other", ["attention.py", "./attention.py"])
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_one_name_for_two_files_is_refused(other):
    refused(zipped([("attention.py", "a"), (other, "b")]), r"attention\.py twice")


@pytest.mark.parametrize("name", ["a\n.py", "a\x1b[31m.py", "a\u202eyp.py", "a\0.py", "x" * 300 + ".py"])
def test_a_name_that_cannot_be_shown_is_refused_and_not_shown(name):
    with pytest.raises(RejectedError, match="unusable name") as caught:
        read(zipped({name: ""}))
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    "name", ["a\n.csv", "A: notes.txt", "C:/notes.txt", "../data.csv", "/notes", "x" * 300, "\u202e.md", "../.git/x.py"]
)
def test_a_strange_name_of_something_else_does_no_harm(name):
    assert set(read(zipped({**LAB, name: ""})).found) == {"attention.py"}


def test_a_joiner_in_a_name_is_a_letter_of_it():
    assert set(read(zipped({**LAB, "نیم\u200cفاصله.py": ""})).found) == {"attention.py", "نیم\u200cفاصله.py"}


@pytest.mark.parametrize("spelling", ["modèle.py", "mode\u0300le.py"])
def test_accents_are_spelt_as_an_import_spells_them(spelling):
    assert set(read(zipped({spelling: ""})).found) == {"modèle.py"}


@pytest.mark.parametrize(("raw", "name"), [("é.py".encode(), "é.py"), (b"\x82.py", "é.py")])
def test_names_without_a_utf8_flag_are_utf8_or_else_the_old_code_page(raw, name):
    data = zipped({"?" * (len(raw) - 3) + ".py": ""}).replace(b"?" * (len(raw) - 3) + b".py", raw)
    assert set(read(data).found) == {name}


def test_a_name_that_claims_to_be_utf8_and_is_not_is_refused():
    refused(zipped({"é.py": ""}).replace("é".encode(), b"\xff\xff"), "not a zip that can be read")


def test_an_empty_zip_holds_nothing():
    assert read(zipped({})) == ({}, ())


@pytest.mark.parametrize("length", [0, 10, 40, -30, -1])
def test_a_truncated_zip_is_refused(length):
    refused(zipped(LAB)[:length], "not a zip")


def test_a_zip_with_broken_contents_is_refused():
    data = zipped({"a.py": os.urandom(100).hex()})
    at = data.index(b"a.py") + 4
    refused(data[:at] + b"\xff" * 20 + data[at + 20 :], "not a zip")


@patient
@given(st.binary(max_size=200), st.integers(0, 300), st.binary(min_size=1, max_size=4))
def test_any_bytes_are_a_zip_or_refused(noise, at, change):
    good = zipped({"a.py": "x = 1\n" * 20, "b.ipynb": "{}"})
    for data in (noise, b"PK\3\4" + noise, good[:at] + change + good[at + len(change) :]):
        with suppress(RejectedError):
            assert all(all(map(printable, name)) for name in read(data).found)


def test_the_sources_of_a_folder_are_read(tmp_path):
    for name in ("lab/attention.py", "lab/.git/x.py", "lab/__pycache__/x.py", "data.csv"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x")
    assert from_folder("lab", tmp_path) == ({"lab/attention.py": b"x"}, ())


def test_a_link_in_a_folder_is_left_out_with_a_notice(tmp_path):
    (tmp_path / "attention.py").symlink_to("/etc/passwd")
    files = from_folder("lab", tmp_path)
    assert files.found == {}
    assert "it is a link" in messages(files.notices)


def test_a_linked_folder_is_not_entered(tmp_path):
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/x.py").write_text("x")
    (tmp_path / "lab").mkdir()
    (tmp_path / "lab/inside").symlink_to(tmp_path / "outside")
    assert from_folder("lab", tmp_path / "lab").found == {}


def test_a_pipe_in_a_folder_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "attention.py")
    assert from_folder("lab", tmp_path).found == {}


@pytest.mark.parametrize("litter", ["node_modules/{}.py", "data/{}.txt", ".git/{}", "env/site-packages/{}.py"])
def test_files_that_are_passed_over_in_a_folder_do_not_count(tmp_path, litter):
    (tmp_path / litter).parent.mkdir(parents=True)
    for number in range(MOST_SOURCES + 1):
        (tmp_path / litter.format(number)).touch()
    (tmp_path / "z.py").touch()
    assert set(from_folder("lab", tmp_path).found) == {"z.py"}


def test_a_folder_of_too_many_sources_is_refused(tmp_path):
    for number in range(MOST_SOURCES + 1):
        (tmp_path / f"{number}.py").touch()
    with pytest.raises(RejectedError, match=f"more than {MOST_SOURCES} Python files"):
        from_folder("lab", tmp_path)


def test_a_folder_of_more_files_than_anyone_looks_at_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(archive, "MOST_MEMBERS", 3)
    for number in range(4):
        (tmp_path / f"{number}.txt").touch()
    with pytest.raises(RejectedError, match="more than 3 files"):
        from_folder("lab", tmp_path)


def test_a_file_too_large_in_a_folder_is_refused(tmp_path):
    (tmp_path / "a.py").write_bytes(bytes(MOST_FILE_BYTES + 1))
    with pytest.raises(RejectedError, match="too large"):
        from_folder("lab", tmp_path)


def test_a_name_that_is_no_text_is_refused_in_a_folder_too(tmp_path):
    (tmp_path / os.fsdecode(b"\xff.py")).touch()
    with pytest.raises(RejectedError, match="unusable name"):
        from_folder("lab", tmp_path)
