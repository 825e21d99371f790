import pytest

from grader.errors import UsageError
from grader.lms.gradebooks.canvas import canvas, canvas_template
from tests.lms.gradebooks import importers
from tests.lms.made import line

EXPORTED = """\
Student,ID,SIS User ID,SIS Login ID,Section,Notes,Lab (55),Essay (56),Old (57),Final Score
,,,,,,Manual Posting,,,
    Points Possible,,,,,,100,10,(read only),(read only)
"Student, 1",101,sis1,s001,A,,50,9,1,80
"Student, 2",102,sis2,s002,"A and B",,EX,8,1,80
"Student, 3",103,sis3,s003,B,late,77,7,1,80
"Student, 4",104,sis4,s004,B,,,6,1,80
"'=Student, 5",105,sis5,s005,B,,12.5,5,1,80
"Student, Test",106,,,B,,,,,
"""
TITLES = {"55": "Lab", "56": "Essay", "57": "Old"}


def gradebook() -> dict[str, dict[str, str]]:
    """The students as Canvas knows them, a grade changed since the export among them."""
    grades = {"101": "50", "102": "EX", "103": "77", "104": "", "105": "12.5", "106": ""}
    known = {n: {"sis": f"sis{n[-1]}", "login": f"s00{n[-1]}", "name": f"Student, {n[-1]}"} for n in grades}
    return {n: known[n] | {"55": grade, "56": "3"} for n, grade in grades.items()}


def filled(*lines, column="Lab (55)", points=None, template=EXPORTED, encoding="utf-8"):
    return canvas_template(template.encode(encoding), lines, column=column, points=points)


def text(made) -> list[str]:
    return made.data.decode("utf-8").splitlines()


def test_a_filled_template_is_accepted_and_changes_one_column_of_the_graded_students_only():
    made = filled(
        line("s001", 61.25, user_id="101"), line("s004", 90, user_id="104"), line("s003", None, user_id="103")
    )
    assert importers.canvas(made.data, gradebook(), TITLES) == [("101", "55", "61.25"), ("104", "55", "90")]
    assert made.written == ("s001", "s004")


def test_an_empty_cell_would_clear_a_grade_so_the_ungraded_are_left_out():
    cleared = EXPORTED.replace(",50,9", ",,9").encode()
    assert ("101", "55", "") in importers.canvas(cleared, gradebook(), TITLES)  # what is to be avoided
    made = filled(line("s001", None, user_id="101"), line("s004", user_id="104"))
    assert not any("101" in row for row in text(made))
    assert made.left_out == {"s001": "not graded (The file is empty.)"}


def test_a_grade_of_another_column_that_changed_meanwhile_is_not_overwritten():
    assert any(
        a == "56" for _, a, _ in importers.canvas(EXPORTED.encode(), gradebook(), TITLES)
    )  # the whole, sent back
    assert all(a == "55" for _, a, _ in importers.canvas(filled(line(user_id="101")).data, gradebook(), TITLES))


def test_an_excused_student_stays_excused():
    made = filled(line("s002", 100, user_id="102"), line("s001", user_id="101"))
    assert made.left_out == {"s002": "excused (EX) in the gradebook"}
    assert "102" not in {student for student, *_ in importers.canvas(made.data, gradebook(), TITLES)}


def test_grades_are_compared_at_two_decimals_so_the_same_score_again_is_no_change():
    made = filled(line("s001", 50.001, user_id="101"))
    assert text(made)[-1].endswith(",50")
    assert importers.canvas(made.data, gradebook(), TITLES) == []


def test_the_file_has_no_bom_even_if_the_template_had():
    names = EXPORTED.replace("Student,ID", "LastName,FirstName,ID", 1).replace('"', "").replace("\n,", "\n,,")
    names = names.replace("Possible,", "Possible,,")
    made = filled(line(user_id="101"), template="\ufeff" + names)
    assert made.data.startswith(b"LastName,FirstName,ID")
    assert importers.canvas(made.data, gradebook(), TITLES) == [("101", "55", "87.5")]


def test_posting_policy_and_points_possible_stay_where_canvas_looks_for_them():
    assert text(filled(line(user_id="101")))[1:3] == [",,,,,Manual Posting", "    Points Possible,,,,,100"]


def test_a_student_of_several_sections_is_one_line_with_both():
    template = EXPORTED.replace(",EX,", ",,")
    assert (
        text(filled(line("s002", user_id="102"), template=template))[-1] == '"Student, 2",102,sis2,s002,"A and B",87.5'
    )


def test_a_name_that_canvas_has_escaped_stays_escaped():
    assert text(filled(line("s005", user_id="105")))[-1].startswith('"\'=Student, 5",105,')


def test_a_read_only_column_cannot_be_chosen():
    with pytest.raises(UsageError, match=r"'Old \(57\)'.*filled: 'Lab \(55\)'; 'Essay \(56\)'"):
        filled(line(user_id="101"), column="Old (57)")


@pytest.mark.parametrize("column", ["Lab (55)", "Lab", "55"])
def test_a_column_is_named_by_title_with_id_by_title_or_by_id(column):
    assert text(filled(line(user_id="101"), column=column))[0].endswith(",Section,Lab (55)")


def test_of_several_columns_one_must_be_named():
    with pytest.raises(UsageError, match="--column"):
        filled(line(user_id="101"), column=None)


def test_students_are_found_by_id_then_login_then_name_of_either_order():
    lines = [line("x1", user_id="101"), line("x3", username="S003"), line("s004", 1)]
    unknown = line("x5", 2, row_changes={"name": "5 '=Student"})
    assert filled(*lines, unknown).written == ("x1", "x3", "s004", "x5")


def test_who_is_not_in_the_template_is_told_and_not_guessed():
    double = EXPORTED.replace("s003", "s001")
    assert filled(line("s009")).left_out == {"s009": "not in the template"}
    assert filled(line("s001"), template=double).left_out == {
        "s001": "more than one line of the template could be meant"
    }


def test_two_entries_of_one_student_get_no_grade_either():
    made = filled(line("a", 1, user_id="101"), line("b", 2, user_id="101"))
    assert made.written == ()
    assert set(made.left_out) == {"a", "b"}


def test_other_points_must_be_asked_for_and_then_scale():
    with pytest.raises(UsageError, match=r"Essay \(56\) is worth 10 points, the rubric 100. Add --points 10"):
        filled(line(user_id="101"), column="Essay")
    made = filled(line("s001", 87.5, user_id="101"), column="Essay", points=10)
    assert importers.canvas(made.data, gradebook(), TITLES) == [("101", "56", "8.75")]


def test_semicolons_and_decimal_commas_are_kept():
    template = EXPORTED.replace('"Student, ', '"Student ').replace(",", ";").replace("12.5", "12,5")
    made = filled(line("s001", 61.25, user_id="101"), template=template)
    assert text(made)[-1] == '"Student 1";101;sis1;s001;A;61,25'


def test_a_file_of_our_own_is_accepted_and_changes_the_graded_students_only():
    lines = [line("s001", 61.25, user_id="101"), line("s003", None, user_id="103"), line("s004", 90, username="s004")]
    made = canvas(lines, column="Lab (55)", points=None)
    assert importers.canvas(made.data, gradebook(), TITLES) == [("101", "55", "61.25"), ("104", "55", "90")]
    assert made.data.startswith(b"Student,ID,SIS User ID,SIS Login ID,Section,Lab (55)\n    Points Possible,,,,,100\n")


@pytest.mark.parametrize("column", [None, "Lab", "Lab 55"])
def test_an_assignment_without_its_id_would_be_made_anew_and_is_refused(column):
    with pytest.raises(UsageError, match=r"Title \(123\)"):
        canvas([line()], column=column, points=None)


def test_a_formula_in_a_name_of_our_own_file_is_text():
    made = canvas([line(user_id="101", row_changes={"name": "=1+1"})], column="Lab (55)", points=None)
    assert text(made)[2].startswith("'=1+1,101,")


def test_an_anonymous_entry_is_left_out_of_a_gradebook_of_persons():
    assert canvas([line("anon_x")], column="Lab (55)", points=None).left_out == {
        "anon_x": "anonymous, and the gradebook is not"
    }


def test_what_is_no_gradebook_is_refused():
    for wrong in ("", "a,b\n1,2\n", "Student,ID,Section,Lab (55)\nx,1,A,2\n"):
        with pytest.raises(UsageError):
            canvas_template(wrong.encode(), [line()], column=None, points=None)


def test_an_excused_cell_is_seen_whatever_its_case():
    made = filled(line("s002", user_id="102"), template=EXPORTED.replace("EX", "ex"))
    assert made.written == ()
