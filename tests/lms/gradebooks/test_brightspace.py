import pytest

from grader.errors import UsageError
from grader.lms.gradebooks.brightspace import brightspace, brightspace_template
from tests.lms.gradebooks import importers
from tests.lms.made import line

EXPORTED = (
    "OrgDefinedId,Username,Last Name,First Name,Lab 1 Points Grade <Numeric MaxPoints:100>,"
    "Essay Points Grade <Numeric MaxPoints:10 Weight:5>,End-of-Line Indicator\r\n"
    "#0011,#s001,One,Student,40,3,#\r\n#0012,#s002,Two,Student,50,4,#\r\n"
)


def filled(*lines, column="Lab 1", points=None):
    return brightspace_template(EXPORTED.encode(), lines, column=column, points=points)


def test_a_file_made_from_an_export_changes_one_item_of_the_graded():
    course = {"0011": {"Lab 1": "40", "Essay": "3"}, "0012": {"Lab 1": "50", "Essay": "4"}}
    made = filled(line("s001", 61.25), line("s002", None))
    importers.brightspace(made.data, course, {"Lab 1", "Essay"})
    assert course == {"0011": {"Lab 1": "61.25", "Essay": "3"}, "0012": {"Lab 1": "50", "Essay": "4"}}


def test_ids_keep_their_number_sign_and_lines_end_with_one_and_crlf():
    assert filled(line("s001")).data.splitlines(keepends=True)[1] == b"#0011,#s001,87.5,#\r\n"


def test_students_are_found_by_id_user_name_or_name():
    assert filled(line("a", org_defined_id="0011"), line("b", username="s002")).written == ("a", "b")
    assert filled(line("c", row_changes={"name": "Two, Student"})).written == ("c",)


def test_other_points_must_be_asked_for():
    with pytest.raises(UsageError, match="--points 10"):
        filled(line("s001"), column="Essay")
    assert b",8.75,#" in filled(line("s001"), column="Essay", points=10).data


def test_a_file_of_our_own_is_accepted():
    course = {"s001": {}, "s002": {}}
    made = brightspace([line("s001", 61.25), line("s002", None)], column="Lab 1", points=None)
    importers.brightspace(made.data, course, {"Lab 1"})
    assert course == {"s001": {"Lab 1": "61.25"}, "s002": {}}
    assert made.data.splitlines()[0] == b"Username,Lab 1 Points Grade,End-of-Line Indicator"


def test_organisation_ids_are_written_with_their_number_sign():
    assert b"\r\n#0011,87.5,#\r\n" in brightspace([line(org_defined_id="0011")], column="Lab 1", points=None).data


def test_an_item_must_be_named_and_a_template_must_be_one():
    with pytest.raises(UsageError, match="exactly"):
        brightspace([line()], column=None, points=None)
    with pytest.raises(UsageError, match="OrgDefinedId"):
        brightspace_template(b"a,b\n", [line()], column=None, points=None)
