"""The journal: a torn end is cut off, a full disk leaves none, a later line counts, and equal sources are flagged in the order of the roster."""

import pytest

from grader.batch.journal import Journal, Line
from grader.batch.result import Row
from grader.errors import UsageError
from grader.lms.roster import Entry, Roster
from tests.batch.class_of import room_for


def row(key, status="graded", **more):
    return Row(key=key, name="", status=status, score=None, max_score=1, late=False, attempt=1, **more)


ROSTER = Roster(layout="folder", entries=tuple(Entry(key=key) for key in ("a", "b", "c", "d")))


def written(path, *lines):
    journal = Journal(path)
    for line in lines:
        journal.append(line)
    journal.close()


@pytest.mark.parametrize("lost", range(1, 40))
def test_a_torn_last_line_is_cut_off_and_the_rest_counts(tmp_path, lost):
    path = tmp_path / "journal.jsonl"
    written(path, Line(row=row("a", reason="ä\n"), digest="1"), Line(row=row("b"), digest="2"))
    whole = path.read_bytes()
    path.write_bytes(whole[:-lost])
    written(path, Line(row=row("b"), digest="2"))
    assert path.read_bytes() == whole


def test_rows_come_in_the_order_of_the_roster_with_flags_for_equal_sources(tmp_path):
    journal = Journal(tmp_path / "journal.jsonl")
    for key, digest in (("d", "1"), ("b", "1"), ("a", "1"), ("c", "2")):
        journal.append(Line(row=row(key, flags=("late",)), digest=digest))
    assert [(row.key, row.flags) for row in journal.rows(ROSTER)] == [
        ("a", ("late", "identical:b")), ("b", ("late", "identical:a")), ("c", ("late",)), ("d", ("late", "identical:a")),
    ]  # fmt: skip
    journal.close()


def test_a_later_line_takes_the_place_of_an_earlier_one_also_when_it_is_read_again(tmp_path):
    path = tmp_path / "journal.jsonl"
    written(path, Line(row=row("a", "grader_error"), digest="1"), Line(row=row("a"), digest="1"))
    journal = Journal(path)
    assert [row.status for row in journal.rows(ROSTER)] == ["graded"]
    assert journal.digests() == {"a": "1"}
    journal.close()


def test_what_failed_is_no_twin_of_anybody(tmp_path):
    journal = Journal(tmp_path / "journal.jsonl")
    journal.append(Line(row=row("a", "grader_error"), digest="1"))
    journal.append(Line(row=row("b"), digest="1"))
    assert [row.flags for row in journal.rows(ROSTER)] == [(), ()]
    journal.close()


def test_a_file_that_is_no_journal_is_refused_and_left(tmp_path):
    path = tmp_path / "journal.jsonl"
    path.write_text("my notes\n")
    with pytest.raises(UsageError, match="line 1"):
        Journal(path)
    assert path.read_text() == "my notes\n"


@pytest.mark.parametrize("room", [0, 1, 100])
def test_a_line_for_which_there_is_no_room_is_not_there_at_all_and_others_are(tmp_path, room):
    path = tmp_path / "journal.jsonl"
    journal = Journal(path)
    journal.append(Line(row=row("a"), digest="1"))
    whole = path.read_bytes()
    with room_for(len(whole) + room), pytest.raises(OSError, match="too large"):
        journal.append(Line(row=row("b"), digest="2"))
    assert path.read_bytes() == whole
    assert [row.key for row in journal.rows(ROSTER)] == ["a"]
    journal.append(Line(row=row("c"), digest="3"))
    assert [row.key for row in journal.rows(ROSTER)] == ["a", "c"]
    journal.close()
    again = Journal(path)
    assert [row.key for row in again.rows(ROSTER)] == ["a", "c"]
    again.close()
