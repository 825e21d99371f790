"""A plain folder of submissions as a roster."""

import pytest

from grader.errors import UsageError
from grader.lms.reading import read_roster


def test_every_file_of_code_zip_and_folder_is_an_entry_and_nothing_is_left_out(tmp_path):
    for name in ("s003.py", "s001.ipynb", "s004.ZIP", "notes.txt", ".DS_Store"):
        (tmp_path / name).write_text("x")
    (tmp_path / "s002").mkdir()
    (tmp_path / "s002" / "attention.py").touch()
    (tmp_path / "s005").mkdir()
    (tmp_path / "__MACOSX").mkdir()
    (tmp_path / "linked.py").symlink_to(tmp_path / "s003.py")
    found = {entry.key: entry.status for entry in read_roster(tmp_path).entries}
    assert found == {
        "linked": "unmatched", "notes.txt": "not code", "s001": "submitted", "s002": "submitted", "s003": "submitted",
        "s004": "submitted", "s005": "nothing",
    }  # fmt: skip
    assert [entry.key for entry in read_roster(tmp_path).entries] == sorted(found)


def test_what_is_no_folder_is_refused(tmp_path):
    with pytest.raises(UsageError, match="no folder that can be read"):
        read_roster(tmp_path / "none")
