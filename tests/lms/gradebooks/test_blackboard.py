import pytest

from grader.errors import UsageError
from grader.lms.gradebooks.blackboard import blackboard_template
from tests.lms.gradebooks.importers import blackboard
from tests.lms.made import line

LAB = "Lab [Total Pts: 100 Score] |123456"
TITLES = ["Last Name", "First Name", "Username", "Student ID", "Last Access", "Availability",
          "Total [Total Pts: up to 200 Score] |9", LAB, "Essay [Total Pts: 10 Score] |77"]  # fmt: skip
ROWS = [
    ["One", "Student", "s001", "n1", "", "Yes", "50", "40", "9"],
    ["Two", "Student", "s002", "n2", "", "Yes", "60", "50", "8"],
]
COMMENTED = '"Username","' + LAB + '","Feedback to Learner","Feedback Format","Grading Notes","Notes Format"\r\n' \
    '"s001","40","Old.","HTML","Private.","HTML"\r\n"s002","50","","","",""\r\n'  # fmt: skip


def download(delimiter: str) -> str:
    return "".join(delimiter.join(f'"{cell}"' for cell in row) + "\r\n" for row in (TITLES, *ROWS))


TABBED = download("\t")


def filled(*lines, template=TABBED, encoding="utf-16", column="Lab", points=None, feedback=True):
    return blackboard_template(template.encode(encoding), lines, column=column, points=points, feedback=feedback)


def users() -> dict[str, dict[str, str]]:
    return {row[2]: {"123456": row[7], "77": row[8], "Feedback to Learner": "Old."} for row in ROWS}


@pytest.mark.parametrize(
    ("delimiter", "encoding"), [("\t", "utf-16"), (",", "utf-8"), (",", "utf-8-sig"), ("\t", "utf-16-le")]
)
def test_an_upload_changes_one_column_of_the_graded_and_keeps_encoding_and_delimiter(delimiter, encoding):
    course = users()
    template = download(delimiter) if encoding != "utf-16-le" else "\ufeff" + download(delimiter)
    made = filled(line("s001", 61.25), line("s002", None), template=template, encoding=encoding)
    assert blackboard(made.data, course) == []
    assert course["s001"]["123456"] == "61.25"
    assert {k: v for k, v in course["s001"].items() if k != "123456"} == {"77": "9", "Feedback to Learner": "Old."}
    assert course["s002"] == users()["s002"]
    assert made.data[:2] == template.encode(encoding)[:2]


def test_the_id_behind_the_bar_is_kept_so_that_no_column_of_text_is_made():
    assert f'"{LAB}"' in filled(line("s001")).data.decode("utf-16")


def test_totals_cannot_be_filled():
    with pytest.raises(UsageError, match="No single column"):
        filled(line("s001"), column="Total")


@pytest.mark.parametrize("column", ["Lab", "123456", LAB])
def test_a_column_is_named_by_title_id_or_whole(column):
    assert filled(line("s001"), column=column).written == ("s001",)


def test_other_points_must_be_asked_for():
    with pytest.raises(UsageError, match="--points 10"):
        filled(line("s001"), column="Essay")
    assert '"8.75"' in filled(line("s001"), column="Essay", points=10).data.decode("utf-16")


def test_feedback_goes_where_the_download_has_its_columns():
    course = users()
    made = filled(line("s001", 61, feedback="a\n<b>"), line("s002", 1), template=COMMENTED, encoding="utf-8")
    blackboard(made.data, course)
    assert course["s001"]["Feedback to Learner"] == "a<br>&lt;b&gt;"
    assert course["s001"]["Feedback Format"] == "SMART_TEXT"
    assert b"Notes" not in made.data  # what a teacher wrote for herself is not sent back


def test_without_text_no_feedback_column_is_sent():
    for made in (
        filled(line("s001"), template=COMMENTED, encoding="utf-8"),
        filled(line("s001", feedback="Hm."), template=COMMENTED, encoding="utf-8", feedback=False),
    ):
        assert made.data == f'"Username","{LAB}"\r\n"s001","87.5"\r\n'.encode()


def test_students_are_found_by_user_name_number_or_name():
    assert filled(line("a", username="S001"), line("b", student_id="n2")).written == ("a", "b")
    assert filled(line("c", row_changes={"name": "Student Two"})).written == ("c",)


def test_another_file_is_refused():
    with pytest.raises(UsageError, match="Username"):
        filled(line("s001"), template="a\tb\n")
