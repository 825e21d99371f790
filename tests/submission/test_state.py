import os
from pathlib import Path

import pytest

from grader.submission.state import content_of, state_of

FINE = 1_700_000_000_123_456_789  # nanoseconds, as a clock of this century tells them
COARSE = 1_700_000_000_000_000_000


@pytest.fixture
def file(tmp_path) -> Path:
    (tmp_path / "attention.py").write_text("one")
    os.utime(tmp_path / "attention.py", ns=(FINE, FINE))
    return tmp_path / "attention.py"


def rewrite(file: Path, text: str, time: int) -> None:
    file.write_text(text)
    os.utime(file, ns=(time, time))


def replace(file: Path) -> None:
    (file.parent / "draft").write_text("one")
    os.utime(file.parent / "draft", ns=(FINE, FINE))
    (file.parent / "draft").replace(file)


@pytest.mark.parametrize(
    "change",
    [lambda f: rewrite(f, "one", FINE + 1), lambda f: rewrite(f, "longer", FINE), replace, lambda f: f.unlink()],
    ids=["time", "size", "inode", "gone"],
)
@pytest.mark.parametrize("inside", [False, True])
def test_a_save_shows_in_the_time_the_size_the_inode_or_the_absence(file, change, inside):
    path = file.parent if inside else file
    before = state_of(path)
    assert state_of(path) == before
    change(file)
    assert state_of(path) != before


def test_two_saves_within_one_tick_of_a_coarse_clock_are_told_apart(file):
    rewrite(file, "one", COARSE)
    before = state_of(file)
    assert state_of(file) == before
    rewrite(file, "two", COARSE)
    assert state_of(file) != before


def test_a_folder_is_its_sources(file):
    before, content = state_of(file.parent), content_of(file.parent)
    for name in ("report.html", "notes.txt", "__pycache__/attention.py", ".git/hook.py"):
        (file.parent / name).parent.mkdir(exist_ok=True)
        (file.parent / name).touch()
    assert (state_of(file.parent), content_of(file.parent)) == (before, content)
    (file.parent / "more.py").touch()
    assert state_of(file.parent) != before
    assert content_of(file.parent) != content


def test_equal_content_in_a_new_file_is_the_same_content(file):
    content = content_of(file)
    replace(file)
    assert content_of(file) == content
    rewrite(file, "two", FINE)
    assert content_of(file) != content


def test_a_source_that_moved_is_other_content(file):
    content = content_of(file.parent)
    file.rename(file.with_name("other.py"))
    assert content_of(file.parent) != content


def test_a_link_is_followed(file):
    link = file.with_name("link.py")
    link.symlink_to(file)
    before = state_of(link)
    rewrite(file, "longer", FINE)
    assert state_of(link) != before


def test_nothing_is_none_and_an_empty_folder_is_something(tmp_path):
    assert state_of(tmp_path / "gone") is None
    assert content_of(tmp_path / "gone") is None
    assert state_of(tmp_path) is not None
    assert content_of(tmp_path) is not None


def test_a_pipe_is_not_opened(tmp_path):
    os.mkfifo(tmp_path / "pipe.py")
    assert content_of(tmp_path / "pipe.py") == content_of(tmp_path)


def test_a_name_that_is_no_text_is_no_problem(tmp_path):
    path = tmp_path / os.fsdecode(b"\xff.py")
    path.touch()
    assert content_of(path)


def test_of_a_folder_without_end_no_more_is_seen_than_is_graded(tmp_path):
    for number in range(2_010):
        (tmp_path / f"{number:04}.py").touch()
    state = state_of(tmp_path)
    assert state is not None
    assert len(state.stamps) == 2_000


def test_sources_behind_many_other_files_are_seen(tmp_path):
    (tmp_path / "data").mkdir()
    for number in range(2_010):
        (tmp_path / "data" / f"{number:04}.txt").touch()
    (tmp_path / "late.py").touch()
    state = state_of(tmp_path)
    assert state is not None
    assert [Path(stamp.path).name for stamp in state.stamps] == ["late.py"]
