from datetime import datetime

import pytest

from grader.errors import UsageError
from grader.lms.gradebooks.comment import as_html
from grader.lms.gradebooks.moodle import moodle, moodle_template
from tests.lms.gradebooks.importers import Moodle
from tests.lms.made import line

TITLES = {"id": "Identifier", "grade": "Grade", "modified": "Last modified (grade)", "feedback": "Feedback comments"}
HEADER = (
    'Identifier,"Full name","ID number","Email address",Status,Group,Grade,"Maximum Grade","Grade can be changed",'
    '"Last modified (submission)","Last modified (grade)","Feedback comments"\n'
)
ROW = 'Participant {n},"Student {n}",n{n},s{n}@x.example,"Submitted for grading",{group},{grade},100.00,Yes,-,{date},{said}\n'


def worksheet(*rows: str) -> str:
    return HEADER + "".join(rows)


def student(n: int, grade: str = "", date: str = "-", said: str = "", group: str = "") -> str:
    return ROW.format(n=n, grade=grade, date=f'"{date}"' if "," in date else date, said=said, group=group)


THREE = worksheet(student(11, "40.00", "3 March 2026, 10:00", "Old."), student(12), student(13, "70.00", said="Kept."))


def filled(*lines, template=THREE, encoding="utf-8", **wishes):
    given = {"column": None, "feedback_column": None, "points": None, "feedback": True}
    return moodle_template(template.encode(encoding), lines, **(given | wishes))


def site(sign: str = ".") -> Moodle:
    made = Moodle(100, TITLES, sign=sign)
    made.grades, made.comments = {"11": 40.0, "13": 70.0}, {"11": "Old.", "12": "", "13": "Kept."}
    made.changed = {"11": datetime(2026, 3, 3, 10, 0, 30), "13": datetime(2026, 1, 1)}
    return made


def test_a_filled_worksheet_is_accepted_and_changes_only_grade_and_feedback_of_the_graded():
    moodle_site = site()
    made = filled(line("a", 61.25, participant="11", feedback="Look again."), line("b", None, participant="13"))
    moodle_site.upload(made.data)
    assert moodle_site.grades == {"11": 61.25, "13": 70.0}
    assert moodle_site.comments == {"11": "Look again.", "12": "", "13": "Kept."}
    assert (made.written, made.left_out) == (("a",), {"b": "not graded (The file is empty.)"})


def test_every_other_byte_is_as_it_was():
    made = filled(line("a", 61.25, participant="12", feedback="Hm."))
    before, after = THREE.splitlines(), made.data.decode().splitlines()
    assert [i for i in range(4) if before[i] != after[i]] == [2]
    assert after[2] == before[2].replace(",,,100.00", ",,61.25,100.00") + "Hm."


def test_dates_stay_so_that_a_grade_changed_meanwhile_is_not_overwritten_unless_the_box_is_ticked():
    moodle_site, made = site(), filled(line("a", 61, participant="11"))
    moodle_site.changed["11"] = datetime(2026, 3, 3, 10, 2)
    assert "11: changed meanwhile" in moodle_site.upload(made.data)
    assert moodle_site.grades["11"] == 40
    assert any("Allow updating records" in remark for remark in made.remarks)
    moodle_site.upload(made.data, tick=True)
    assert moodle_site.grades["11"] == 61


@pytest.mark.parametrize("wishes", [{"feedback": False}, {}])
def test_without_text_the_feedback_column_is_dropped_so_that_no_comment_is_touched(wishes):
    moodle_site = site()
    moodle_site.comments["11"] = "Written in Moodle meanwhile."
    said = "" if wishes == {} else "Text that is not wanted."
    made = filled(line("a", 61, participant="11", feedback=said), **wishes)
    moodle_site.upload(made.data)
    assert moodle_site.comments["11"] == "Written in Moodle meanwhile."
    assert moodle_site.grades["11"] == 61


def test_feedback_is_html_with_nothing_of_the_students_as_markup_and_br_for_line_ends():
    moodle_site = site()
    moodle_site.upload(filled(line("a", 1, participant="11", feedback='a < b & "c"\n<script>')).data)
    assert moodle_site.comments["11"] == "a &lt; b &amp; &quot;c&quot;<br>&lt;script&gt;"


def test_a_comment_of_many_lines_is_one_line_of_html():
    assert as_html("a\nb\n\nc") == "a<br>b<br><br>c"


@pytest.mark.parametrize(
    ("encoding", "delimiter"), [("utf-8", ","), ("utf-8-sig", ","), ("utf-16", "\t"), ("cp1252", ";")]
)
def test_encoding_and_delimiter_are_kept(encoding, delimiter):
    template = THREE.replace('"', "").replace("2026, 1", "2026 1").replace(",", delimiter).replace("Old.", "Früher.")
    made = filled(line("a", 61, participant="12", feedback="→ look"), template=template, encoding=encoding)
    text = made.data.decode(encoding)
    arrow = "&#8594;" if encoding == "cp1252" else "→"
    assert text.split("\n")[2].endswith(f"{delimiter}{arrow} look")
    assert made.data.startswith(template.encode(encoding)[:40])


def test_a_decimal_comma_is_kept():
    template = THREE.replace("100.00", '"100,00"').replace("40.00", '"40,00"').replace("70.00", '"70,00"')
    moodle_site = site(sign=",")
    moodle_site.upload(filled(line("a", 61.25, participant="11"), template=template).data)
    assert moodle_site.grades == {"11": 61.25, "13": 70.0}


def test_a_worksheet_in_another_language_is_filled_by_the_titles_that_are_named():
    german = THREE.replace("Identifier", "ID").replace(',Grade,"Maximum Grade"', ',Bewertung,"Bestwertung"')
    german = german.replace('"Feedback comments"', "Kommentar").replace("Participant ", "Teilnehmer/in")
    with pytest.raises(UsageError, match=r"no column 'Grade'.*'Bewertung'"):
        filled(line("a", participant="11"), template=german)
    made = filled(
        line("a", 61, participant="11", feedback="Hm."),
        template=german,
        column="Bewertung",
        feedback_column="Kommentar",
    )
    titles = {"id": "ID", "grade": "Bewertung", "modified": "Last modified (grade)", "feedback": "Kommentar"}
    moodle_site = Moodle(100, titles, prefix="Teilnehmer/in")
    moodle_site.upload(made.data)
    assert (moodle_site.grades["11"], moodle_site.comments["11"]) == (61, "Hm.")


def test_other_points_must_be_asked_for_since_moodle_skips_what_is_above_the_maximum():
    ten = THREE.replace("100.00", "10.00").replace("40.00", "4.00").replace("70.00", "7.00")
    with pytest.raises(UsageError, match="--points 10"):
        filled(line("a", participant="12"), template=ten)
    moodle_site = Moodle(10, TITLES)
    skipped = moodle_site.upload(filled(line("a", 87.5, participant="12"), template=ten, points=10).data)
    assert moodle_site.grades["12"] == 8.75
    assert not any("above" in why for why in skipped)


def test_an_assignment_with_a_scale_is_refused():
    with pytest.raises(UsageError, match="scale"):
        filled(line(participant="11"), template=THREE.replace("100.00", "Excellent"))


def test_a_group_has_its_score_on_the_line_of_every_member():
    template = worksheet(student(11, group="Team 1"), student(12, group="Team 2"), student(13, group="Team 1"))
    moodle_site = Moodle(100, TITLES)
    made = filled(line("g7", 60, group="Team 1"), line("g8", 50, group="Team 3"), template=template)
    moodle_site.upload(made.data)
    assert moodle_site.grades == {"11": 60, "13": 60}
    assert made.left_out == {"g8": "no line of the template is of this group"}


def test_groups_are_told_apart_by_the_order_of_their_words_but_not_by_case():
    template = worksheet(student(11, group="Red Blue"), student(12, group="Blue Red"), student(13, group="green"))
    moodle_site = Moodle(100, TITLES)
    greens = [line("g3", 30, group="Green"), line("g4", 40, group="GREEN")]
    made = filled(line("g1", 100, group="Red Blue"), line("g2", 10, group="blue red"), *greens, template=template)
    moodle_site.upload(made.data)
    assert moodle_site.grades == {"11": 100, "12": 10}
    assert made.left_out == dict.fromkeys(("g3", "g4"), "another group has the same name")


def test_groups_are_left_out_of_a_worksheet_without_their_column():
    template = worksheet(student(11, group="Team 1")).replace("Group,", "").replace("Team 1,", "")
    assert set(filled(line("g7", 60, group="Team 1"), template=template).left_out) == {"g7"}


def test_students_are_found_by_participant_then_number_then_mail_then_name():
    lines = [line("x", participant="11"), line("n12"), line("y", email="S13@x.example")]
    assert filled(*lines).written == ("x", "n12", "y")
    assert filled(line("z", row_changes={"name": "Student 12"})).written == ("z",)


def test_a_worksheet_of_our_own_is_accepted():
    moodle_site = site()
    made = moodle([line("a", 61, participant="12", feedback="<Hm>"), line("b", 5)], points=None, feedback=True)
    assert moodle_site.upload(made.data) == []
    assert (moodle_site.grades["12"], moodle_site.comments["12"]) == (61, "&lt;Hm&gt;")
    assert made.left_out == {"b": "without a participant number; use --template"}


def test_a_worksheet_of_our_own_clears_no_feedback():
    lines = [line("a", 61, participant="12", feedback="Hm."), line("b", 5, participant="13")]
    moodle_site, made = site(), moodle(lines, points=None, feedback=True)
    moodle_site.upload(made.data)
    assert moodle_site.comments["13"] == "Kept."
    assert "b" in made.left_out
    assert b"Feedback" not in moodle([line("a", participant="12")], points=None, feedback=True).data
