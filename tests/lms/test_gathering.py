"""One path for each entry: where it lies, or a folder of copies."""

from pathlib import Path

from grader.lms.gathering import gathered
from grader.lms.reading import read_roster
from grader.submission.archive import MOST_FILE_BYTES
from grader.submission.reading import read_submission
from tests.lms.downloads import CODE, canvas, laid, only


def test_a_lone_file_and_a_folder_are_graded_where_they_lie(tmp_path):
    laid(tmp_path, {"s001.py": "a = 1\n", "s002/x.py": "", "s002/y.py": ""})
    for entry in read_roster(tmp_path).entries:
        with gathered(tmp_path, entry) as path:
            assert path == tmp_path / entry.path


def test_several_files_import_each_other_by_their_own_names(tmp_path):
    names = {"attention.py": "from parts import softmax\n", "parts.py": "def softmax(x): ...\n"}
    files = {canvas("student12", 1001, 5001 + n, name): names[name] for n, name in enumerate(names)}
    entry = only(read_roster(laid(tmp_path, files)))
    with gathered(tmp_path, entry) as path:
        source = read_submission(path, entry="attention.py", notebook="defs")
        assert (source.name, source.entry, set(source.files)) == ("1001", "attention.py", set(names))
    assert not path.exists()


def test_the_digest_of_gathered_files_is_the_same_each_time(tmp_path):
    files = {canvas("student12", 1001, 5001 + n, f"{n}.py"): CODE for n in range(2)} | {"x_1_1_a.py": ""}
    entry = read_roster(laid(tmp_path, files)).entries[1]
    digests = set()
    for _ in range(2):
        with gathered(tmp_path, entry) as path:
            digests.add(read_submission(path, entry="0.py", notebook="defs").sha256)
    assert len(digests) == 1


def test_of_a_huge_file_only_as_much_is_copied_as_shows_it(tmp_path):
    big = canvas("student12", 1001, 5001, "big.py")
    laid(tmp_path, {big: "", canvas("student12", 1001, 5002, "a.py"): ""})
    with (tmp_path / big).open("wb") as file:
        file.truncate(10 * MOST_FILE_BYTES)
    with gathered(tmp_path, only(read_roster(tmp_path))) as path:
        assert Path(path, "big.py").stat().st_size == MOST_FILE_BYTES + 1
