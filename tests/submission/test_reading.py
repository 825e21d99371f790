"""From a path to a source, whatever lies there."""

import hashlib
import os
import zipfile
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.errors import RejectedError, UsageError
from grader.submission.archive import MOST_FILE_BYTES, MOST_TOTAL_BYTES
from grader.submission.reading import read_submission
from grader.submission.source import printable
from tests.submission.uploads import messages, notebook, patient, zipped

CODE = b"def f(): return 1\n"


def read(path, entry="attention.py"):
    return read_submission(path, entry=entry, notebook="defs")


@pytest.fixture
def hand_in(tmp_path):
    def write(name, data):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        return path

    return write


def test_a_file_is_read_under_its_own_name(hand_in):
    source = read(hand_in("mine.py", CODE))
    assert (source.name, source.entry, source.files) == ("mine.py", "mine.py", {"mine.py": CODE})
    assert source.sha256 == hashlib.sha256(CODE).hexdigest()


def test_a_notebook_becomes_a_module_with_its_cells(hand_in):
    source = read(hand_in("Copy of lab.ipynb", notebook("x = 1", "def f():\n    return x")))
    assert source.entry == "Copy of lab.py"
    assert source.locate("Copy of lab.py", 4) == "cell 2, line 1"
    assert b"def f" in source.files[source.entry]


def test_a_notebook_saved_as_a_python_file_is_read_as_a_notebook(hand_in):
    source = read(hand_in("attention.py", notebook("x = 1", "def f():\n    return x")))
    assert (source.entry, source.locate("attention.py", 4)) == ("attention.py", "cell 2, line 1")
    assert b"def f" in source.files["attention.py"]


def test_an_exported_notebook_asks_no_kernel(hand_in):
    source = read(hand_in("attention.py", "get_ipython().run_line_magic('matplotlib', 'inline')\nx = 1\n"))
    assert source.files == {"attention.py": b"None\nx = 1\n"}


def test_what_a_notebook_writes_lies_beside_it_and_replaces_what_lay_there(hand_in):
    cells = (
        "%%writefile ops.py\nx = 1",
        "%%writefile attention.py\ndef f(): pass",
        "from ops import *\ndef g(): return x",
    )
    members = {"lab.ipynb": notebook(*cells), "ops.py": "x = 2", "more.py": ""}
    source = read(hand_in("lab.zip", zipped({**members, "attention.txt": ""})), entry="lab.ipynb")
    assert (source.entry, source.files["ops.py"]) == ("lab.py", b"x = 1\n")
    assert set(source.files) == {"lab.py", "ops.py", "attention.py", "more.py"}
    source = read(hand_in("lab.ipynb", notebook(*cells)))
    assert b"def f" in source.files["lab.py"]
    assert source.locate("lab.py", 2) == "cell 2, line 2"


def test_endings_are_read_in_any_case(hand_in):
    assert read(hand_in("LAB.PY", CODE)).entry == "LAB.PY"
    assert read(hand_in("LAB.IPYNB", notebook(CODE.decode()))).entry == "LAB.py"
    assert read(hand_in("LAB.ZIP", zipped({"x.py": CODE}))).entry == "x.py"


def test_a_zip_brings_the_modules_beside_and_below_its_entry(hand_in):
    members = {"lab/attention.py": CODE, "lab/helpers.py": "y = 1", "lab/parts/a.py": "z = 1", "other.py": "w = 1"}
    source = read(hand_in("lab.zip", zipped(members)))
    assert set(source.files) == {"attention.py", "helpers.py", "parts/a.py"}
    assert "lab/attention.py was graded" in messages(source.notices)


@pytest.mark.parametrize("line", ["from src.ops import x", "from tools.ops import x"])
def test_modules_imported_from_further_up_have_that_name_and_their_own_lines(hand_in, line):
    module = line.split()[1].replace(".", "/") + ".py"
    members = {"s1/src/attention.py": f"{line}\n", f"s1/{module}": "x = 1\n# é\n".encode("latin-1"), "s1/old.py": "\0"}
    source = read(hand_in("lab.zip", zipped(members)))
    assert source.entry == "attention.py"
    assert source.files[module] == "x = 1\n# é\n".encode()
    assert source.locate(module, 2) == f"{module}, line 2"
    assert messages(source.notices).count("not valid UTF-8") == 1
    assert source.files.keys() <= {"attention.py", module, "ops.py"}


def test_one_file_in_a_folder_stays_one_file(hand_in):
    assert set(read(hand_in("lab.zip", zipped({"s1/lab/attention.py": "import lab, s1, torch\n"}))).files) == {
        "attention.py"
    }


def test_a_folder_is_read_like_a_zip(hand_in):
    folder = hand_in("lab/src/attention.py", CODE).parent.parent
    hand_in("lab/src/helpers.py", "y = 1")
    source = read(folder)
    assert (source.name, source.entry, set(source.files)) == ("lab", "attention.py", {"attention.py", "helpers.py"})


def test_the_digest_of_a_folder_changes_with_its_files(hand_in):
    folder = hand_in("lab/attention.py", CODE).parent
    before = read(folder).sha256
    hand_in("lab/attention.py", CODE + b"#")
    assert read(folder).sha256 != before


@pytest.mark.parametrize("place", [".", "src/.."])
def test_a_folder_is_called_by_its_name_from_inside_too(hand_in, monkeypatch, place):
    folder = hand_in("lab/src/attention.py", CODE).parent.parent
    monkeypatch.chdir(folder)
    assert read(type(folder)(place)).name == "lab"


@pytest.mark.parametrize("order", [1, -1])
def test_a_notebook_asked_for_is_graded_although_a_module_has_its_name(hand_in, order):
    members = [("lab.py", "old = 1"), ("lab.ipynb", notebook("def new(): pass"))][::order]
    source = read(hand_in("lab.zip", zipped(members)), entry="lab.ipynb")
    assert b"new" in source.files["lab.py"]
    assert set(source.files) == {"lab.py"}


def test_a_notebook_beside_the_entry_is_no_helper(hand_in):
    assert set(read(hand_in("lab.zip", zipped({"attention.py": CODE, "demo.ipynb": "{"}))).files) == {"attention.py"}


def test_a_guessed_helper_is_a_notice(hand_in):
    assert "helpers.py is not valid UTF-8" in messages(
        read(hand_in("lab.zip", zipped({"attention.py": CODE, "helpers.py": b"# \xe9"}))).notices
    )


def test_notices_stay_few_and_begin_with_what_was_graded(hand_in):
    members = {"attention.py": CODE, **{f"{number}.py": b"# \xe9" for number in range(100)}}
    notices = read(hand_in("lab.zip", zipped(members))).notices
    assert len(notices) < 30
    assert "attention.py was graded" in notices[0].message


def test_the_coding_line_does_not_outlive_the_coding(hand_in):
    source = read(hand_in("lab.py", "# coding: latin-1\nx = 'é'\n".encode("latin-1")))
    assert source.files["lab.py"] == "#\nx = 'é'\n".encode()


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("a.py", b"", "a.py holds no code"),
        ("a.py", b" \r\n\t", "a.py holds no code"),
        ("a.ipynb", notebook(), "a.ipynb holds no code"),
        ("a.ipynb", notebook("def f(:"), "holds no code.*syntax error"),
        ("a.ipynb", "[]", "not a notebook"),
        ("a.ipynb", "{\0", "zero bytes"),
        ("a.py", b"PK\3\4\0", "zero bytes"),
        ("a.zip", b"", "not a zip"),
        ("a.zip", zipped({}), "no Python file and no notebook.*Hand in attention.py"),
        ("a.zip", zipped({"inner.zip": b"x"}), "no Python file.*inner.zip.*unpack it first"),
        ("a.zip", zipped({"x.py": CODE, "y.py": CODE}), "several files.*x.py, y.py"),
        ("a.zip", zipped({"attention.py": CODE, "x.py": b"\0"}), "x.py.*zero bytes"),
        ("a.txt", CODE, "not a .py file"),
        ("a", CODE, "not a .py file"),
        ("a.pyc", CODE, "not a .py file"),
        ("a.tar.gz", CODE, "not a .py file"),
    ],
)
def test_what_cannot_be_graded_is_refused_with_a_sentence(hand_in, name, data, sentence):
    with pytest.raises(RejectedError, match=sentence):
        read(hand_in(name, data))


@pytest.mark.parametrize(
    ("name", "most", "advice"),
    [
        ("a.py", MOST_FILE_BYTES, "only your code"),
        ("a.ipynb", MOST_FILE_BYTES, "Clear its outputs"),
        ("a.zip", MOST_TOTAL_BYTES, "MB"),
    ],
)
def test_a_file_beyond_the_cap_is_refused(hand_in, name, most, advice):
    path = hand_in(name, b"")
    os.truncate(path, most + 1)
    with pytest.raises(RejectedError, match=advice):
        read(path)


def test_a_file_of_just_the_largest_size_is_read(hand_in):
    assert len(read(hand_in("a.py", b"#" * MOST_FILE_BYTES)).files["a.py"]) == MOST_FILE_BYTES


@pytest.mark.parametrize("name", ["nothing.py", "nothing", "nothing.txt", "x" * 300 + ".py", "a\0.py", "a\n\udcff.py"])
def test_a_path_to_nothing_is_a_usage_error_in_one_line(tmp_path, name):
    with pytest.raises(UsageError) as caught:
        read(tmp_path / name)
    assert str(caught.value).isprintable()


def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "a.py")
    with pytest.raises(UsageError, match="neither a file nor a folder"):
        read(tmp_path / "a.py")


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_file_that_may_not_be_read_is_a_usage_error(hand_in):
    path = hand_in("a.py", CODE)
    path.chmod(0)
    with pytest.raises(UsageError, match="cannot be read"):
        read(path)


def test_a_file_whose_name_is_no_text_is_read_under_one_that_is(tmp_path):
    path = tmp_path / os.fsdecode(b"a\xff\n.py")
    path.write_bytes(CODE)
    source = read(path)
    assert source.name == source.entry == "a??.py"


@pytest.mark.parametrize("name", ["a.py", "a.ipynb", "a.zip"])
@patient
@given(
    data=st.binary()
    | st.builds(bytes.__add__, st.sampled_from([b"PK\3\4", b"\xff\xfe", b"\xef\xbb\xbf", b"{"]), st.binary())
)
def test_any_bytes_are_a_source_or_refused(tmp_path_factory, name, data):
    path = tmp_path_factory.mktemp("any") / name
    path.write_bytes(data)
    with suppress(RejectedError):
        source = read(path)
        assert source.entry in source.files


@patient
@given(st.dictionaries(st.text(min_size=1, max_size=12), st.binary(max_size=30), max_size=4))
def test_a_zip_of_any_names_is_a_source_or_refused(tmp_path_factory, members):
    path = tmp_path_factory.mktemp("any") / "lab.zip"
    with suppress(UnicodeEncodeError):  # zipfile writes no surrogates
        path.write_bytes(zipped({f"{name}.py": data for name, data in members.items()}, zipfile.ZIP_STORED))
        with suppress(RejectedError):
            assert all(all(map(printable, name)) for name in read(path).files)


@pytest.mark.parametrize("source", ["(" * 100_000, "-" * 900_000 + "1", "x = " + "[" * 5_000, '"' * 99_999])
@pytest.mark.parametrize("name", ["a.py", "a.ipynb", "a.zip"])
def test_deep_and_long_sources_are_read_or_refused(hand_in, name, source):
    data = {"a.py": source, "a.ipynb": notebook("def f(): pass", source), "a.zip": zipped({"x.py": source})}[name]
    with suppress(RejectedError):
        assert read(hand_in(name, data)).files
