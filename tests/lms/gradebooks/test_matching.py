import itertools

import pytest

from grader.lms.gradebooks.blackboard import blackboard_template
from grader.lms.gradebooks.brightspace import brightspace, brightspace_template
from grader.lms.gradebooks.canvas import canvas, canvas_template
from grader.lms.gradebooks.moodle import moodle_template
from tests.lms.made import line

NUMBERS = ["user_id", "participant", "first_number", "second_number"]
#: One student, E. Else, in whose every id that is not the platform's own stands 4711.
BOOKS = {
    "canvas": "Student,ID,SIS User ID,SIS Login ID,Section,Lab (1)\n    Points Possible,,,,,100\nElse E,{own},{n},{n},S,\n",
    "moodle": "Identifier,Full name,ID number,Email address,Grade,Maximum Grade\nParticipant {own},Else E,{n},{n},,100\n",
    "brightspace": "OrgDefinedId,Username,Email,Lab Points Grade <Numeric MaxPoints:100>,End-of-Line Indicator\n#{n},{n},{n},,#\n",
    "blackboard": "Username,Student ID,Lab [Total Pts: 100 Score] |1\n{n},{n},\n",
}


def filled(form, entry, own="900", n="4711"):
    template = BOOKS[form].format(own=own, n=n).encode()
    if form == "canvas":
        return canvas_template(template, [entry], column=None, points=None)
    if form == "moodle":
        return moodle_template(template, [entry], column=None, feedback_column=None, points=None, feedback=False)
    if form == "brightspace":
        return brightspace_template(template, [entry], column=None, points=None)
    return blackboard_template(template, [entry], column=None, points=None, feedback=False)


@pytest.mark.parametrize(("form", "kind"), list(itertools.product(BOOKS, NUMBERS)))
def test_a_platforms_own_number_is_nobodys_id_in_another_column(form, kind):
    assert filled(form, line("4711", **{kind: "4711"})).left_out == {"4711": "not in the template"}


@pytest.mark.parametrize("form", BOOKS)
def test_a_key_that_is_no_platforms_number_is_looked_for_in_every_column_of_ids(form):
    assert filled(form, line("4711")).written == ("4711",)


@pytest.mark.parametrize(("form", "kind"), [("canvas", "user_id"), ("moodle", "participant")])
def test_a_platforms_own_number_is_found_in_its_own_column(form, kind):
    assert filled(form, line("4711", **{kind: "4711"}), own="4711", n="8").written == ("4711",)


def test_a_key_of_unknown_kind_is_no_number_of_canvas():
    assert filled("canvas", line("4711"), own="4711", n="8").left_out == {"4711": "not in the template"}


@pytest.mark.parametrize("form", ["canvas", "moodle"])
def test_a_group_is_no_person_of_its_name(form):
    who = {"name": "E Else"}
    assert filled(form, line("x", row_changes=who)).written == ("x",)
    assert filled(form, line("x", row_changes=who, group="E Else")).written == ()


@pytest.mark.parametrize("make", [canvas, brightspace])
@pytest.mark.parametrize("kind", NUMBERS[1:])
def test_a_platforms_own_number_is_no_login_in_a_file_of_our_own(make, kind):
    made = make([line("4711", **{kind: "4711"}), line("s001")], column="Lab (1)", points=None)
    assert (made.written, set(made.left_out)) == (("s001",), {"4711"})
    assert b"4711" not in made.data
