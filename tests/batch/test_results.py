import pytest

from grader.batch.results import load_results
from grader.errors import UsageError
from tests.lms.made import batch, line
from tests.render.reports import report, ungraded


@pytest.fixture
def folder(tmp_path):
    lines = [
        line("s001", 87.5, row_changes={"bugs": ("a", "b"), "flags": ("late",), "late": True}, user_id="1"),
        line("s002", None),
        line("-s003", None, row_changes={"status": "nothing", "name": "=Student 3"}),
    ]
    return batch(tmp_path / "out", lines, {"s001": report(), "s002": ungraded()})


def test_rows_and_entries_are_read_as_they_were_written(folder):
    results = load_results(folder)
    assert [row.key for row in results.rows] == ["s001", "s002", "-s003"]
    first, second, third = results.rows
    assert (first.score, first.bugs, first.late) == (87.5, ("a", "b"), True)
    assert (second.score, second.reason) == (None, "The file is empty.")
    assert third.name == "=Student 3"  # without the apostrophe that spreadsheets need
    assert results.entries["s001"].ids == {"user_id": "1"}
    assert results.about["seed"] == 7


def test_reports_and_pages_are_read_by_key_and_none_where_nothing_was_tried(folder):
    results = load_results(folder)
    assert results.report("s001") == report()
    assert results.page("s001") == b"<!doctype html><p>s001"
    assert results.report("-s003") is None
    assert results.page("-s003") is None
    assert [key for key, _ in results.reports()] == ["s001", "s002"]


def test_a_damaged_report_is_told_when_it_is_read_and_not_before(folder):
    (folder / "reports" / "s001.json").write_text("{}")
    results = load_results(folder)
    with pytest.raises(UsageError, match=r"s001\.json is no report"):
        results.report("s001")


def test_a_folder_that_is_no_batch_is_refused(tmp_path):
    with pytest.raises(UsageError, match=r"not the folder of a batch: it has no grades\.csv"):
        load_results(tmp_path)


@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        ("roster.json", "{}", "roster.json cannot be read"),
        ("roster.json", None, "roster.json cannot be read: No such file"),
        ("roster.json", '{"layout": "folder", "entries": []}', "do not hold the same entries"),
        ("batch.json", "[1]", "does not say"),
        ("batch.json", "{", "is not JSON"),
        ("grades.csv", "key;name\n", "there is no column .* saved by a spreadsheet"),
    ],
)
def test_a_damaged_batch_is_refused_with_the_file_that_is_wrong(folder, name, content, complaint):
    (folder / name).unlink() if content is None else (folder / name).write_text(content)
    with pytest.raises(UsageError, match=complaint):
        load_results(folder)


@pytest.mark.parametrize("left", [0, 1, 2])
def test_a_batch_that_has_not_come_to_its_end_is_told_with_how_to_go_on(folder, left):
    (folder / "batch.json").write_text('{"path": "/my class"}')
    lines = (folder / "grades.csv").read_text().splitlines(keepends=True)
    (folder / "grades.csv").write_text("".join(lines[: 1 + left]))
    with pytest.raises(UsageError, match=f"not come to its end: {left} of 3") as told:
        load_results(folder)
    assert str(told.value).endswith(f"grade batch '/my class' --out {folder} --resume")


def test_a_line_changed_by_hand_is_named(folder):
    text = (folder / "grades.csv").read_text()
    (folder / "grades.csv").write_text(text.replace("87.5", "good"))
    with pytest.raises(UsageError, match=r"grades\.csv: line 2: score"):
        load_results(folder)


def test_grades_that_a_spreadsheet_saved_in_its_own_encoding_are_refused(folder):
    (folder / "grades.csv").write_bytes("é".encode("cp1252"))
    with pytest.raises(UsageError, match="not UTF-8"):
        load_results(folder)
