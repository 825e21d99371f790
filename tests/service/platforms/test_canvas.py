import zipfile
from datetime import UTC, datetime
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.lms.gradebooks.line import mark
from grader.service.hooks.outcome import Done, Later, Never
from grader.service.platforms.canvas import Canvas
from grader.service.platforms.connections import CanvasConnection
from grader.service.platforms.grades import Grade
from grader.service.platforms.handed import PlatformError, Skipped, fetch
from grader.service.platforms.sessions import download
from tests.lms.made import row
from tests.service.platforms import fake_canvas as fake
from tests.service.platforms.fake_canvas import TOKEN, fake_canvas
from tests.service.platforms.loopback import Said, serving

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


def canvas(url, token=TOKEN, **other):
    connection = CanvasConnection(course="LM3", url=url, token=token, canvas_course=12, assignments={"attention": 45})
    return Canvas("main", connection, **other)


def grade(user=7, attempt=1, score=80.0, key="key-1", **other):
    ids = {"connection": "main", "user": str(user), "attempt": str(attempt), **other}
    return Grade(
        key, "attention", score, 100.0, f"80 of 100 points.\n(Reference {key})", NOON, ids, "https://g/s/1", NOON
    )


def new(_key, _at):
    return True


def test_all_pages_of_work_come_with_file_name_time_and_ids():
    with fake_canvas() as there:
        for user in range(1, 6):
            there.hand_in(user, b"code %d" % user, attempt=user)
        found = list(canvas(there.url).handed_in("attention", new))

    assert [work.content for work in found] == [b"code %d" % user for user in range(1, 6)]
    third = found[2]
    assert (third.key, third.student_key, third.student_name) == ("canvas:main:3:45:3", "canvas:main:3", "Student 3")
    assert (third.name, third.submitted_at) == ("attention.py", datetime(2026, 11, 30, 11, 0, tzinfo=UTC))
    assert third.ids == {"canvas": {"connection": "main", "user": "3", "attempt": "3", "attachment": "3"}}


def test_what_is_known_is_not_downloaded_again_and_a_new_attempt_is():
    with fake_canvas() as there:
        there.hand_in(1, b"old")
        there.hand_in(2, b"new", attempt=2)
        known = {"canvas:main:1:45:1", "canvas:main:2:45:1"}
        found = list(canvas(there.url).handed_in("attention", lambda key, _at: key not in known))

    assert [work.content for work in found] == [b"new"]
    assert not [asked for asked in there.asked if asked.path.startswith("/files/1-")]


def test_who_has_handed_in_nothing_is_no_work():
    with fake_canvas() as there:
        there.hand_in(1, b"", attempt=None, attachments=[], submitted_at=None)
        assert list(canvas(there.url).handed_in("attention", new)) == []


def test_one_bad_student_stops_no_other():
    with fake_canvas() as there:
        there.hand_in(1, b"one")
        there.hand_in(2, b"two", attachments=[{"display_name": "x.py", "url": f"{there.url}/gone"}])
        there.hand_in(3, b"three", attachments=None)
        there.hand_in(4, b"four", attachments=[{"unexpected": 1}])
        there.hand_in(5, b"five", attachments=[{"display_name": "x.py", "url": "file:///etc/passwd"}])
        there.hand_in(6, b"x" * 2000)
        there.hand_in(7, b"seven")
        accepted = []

        def accept(work):
            if work.student_key == "canvas:main:1":
                raise RuntimeError("\x1b[31mrefused\n" + "x" * 999)
            accepted.append(work.content)

        skipped = fetch(canvas(there.url, most=1000), "attention", new, accept)

    assert accepted == [b"seven"]
    assert [one.student_key[-1] for one in skipped] == ["1", "2", "3", "4", "5", "6"]
    assert all("\x1b" not in one.why and len(one.why) <= 200 for one in skipped)
    assert "No file" in skipped[2].why


ODD = [None, "", "x", -1, 10**20, float("inf"), True, [], [1], {}, {"id": []}]


@pytest.mark.parametrize("odd", ODD, ids=repr)
@pytest.mark.parametrize("field", ["user_id", "attempt", "submitted_at", "user", "group", "attachments"])
def test_an_odd_row_costs_only_itself(field, odd):
    with fake_canvas() as there:
        there.hand_in(1, b"one")
        there.students[1][field] = odd
        there.hand_in(2, b"two")
        accepted = []
        fetch(canvas(there.url), "attention", new, lambda work: accepted.append(work.content))
    assert accepted[-1:] == [b"two"]


@pytest.mark.parametrize(
    ("sizes", "taken"),
    [([500, 500], True), ([500, 501], False), ([1000, 0], True), ([1000, 1], False), ([1001], False)],
)
def test_the_limit_is_for_all_files_of_a_student_together(sizes, taken):
    with fake_canvas() as there:
        there.hand_in(1, b"")
        there.files |= {f"1-{size}": b"x" * size for size in sizes}
        there.students[1]["attachments"] = [
            {"display_name": f"{at}.py", "url": f"{there.url}/files/1-{size}/download"} for at, size in enumerate(sizes)
        ]
        (found,) = canvas(there.url, most=1000).handed_in("attention", new)
    assert isinstance(found, Skipped) != taken


def test_a_file_in_a_private_network_is_not_fetched_directly_or_by_a_redirect():
    reached = []
    with fake_canvas() as there, serving(lambda asked: reached.append(asked) or Said(b"secret")) as inside:
        moved = serving(lambda _: Said(status=302, headers=(("Location", inside),)))
        with moved as home:
            there.hand_in(1, b"", attachments=[{"display_name": "x.py", "url": inside}])
            listed = canvas(there.url).handed_in("attention", new)
            assert [type(one) for one in listed] == [Skipped]
            with pytest.raises(PlatformError, match="neither itself nor https"):
                download(home, home + "/file", 1000)
    assert reached == []


def test_several_files_come_as_one_zip():
    with fake_canvas() as there:
        there.hand_in(1, b"code")
        first = there.students[1]["attachments"][0]
        there.students[1]["attachments"] = [first, {**first, "display_name": "../../etc/notes.txt"}, first]
        (work,) = canvas(there.url).handed_in("attention", new)

    assert work.name == "submission.zip"
    assert zipfile.ZipFile(BytesIO(work.content)).namelist() == [
        "attention.py",
        ".._.._etc_notes.txt",
        "2-attention.py",
    ]


def test_the_work_of_a_group_comes_once():
    with fake_canvas() as there:
        for user in (1, 2):
            there.hand_in(user, b"ours", group={"id": 9, "name": "Nine"})
        found = list(canvas(there.url).handed_in("attention", new))

    assert [work.student_key for work in found] == ["canvas:main:group-9"]
    assert found[0].ids["canvas"]["group"] == "9"


@pytest.mark.parametrize("counts", [(1, 1), (2, 1), (1, 2)])
def test_the_work_of_a_group_comes_once_whatever_its_members_attempts_are(counts):
    taken = set()

    def poll(there):
        fetch(canvas(there.url), "attention", lambda key, _at: key not in taken, lambda work: taken.add(work.key))
        return len(taken)

    with fake_canvas() as there:
        for user, attempt in enumerate(counts, 1):
            there.hand_in(user, b"ours", attempt=attempt, group={"id": 9, "name": "Nine"})
        assert [poll(there), poll(there), poll(there)] == [1, 1, 1]
        for user, attempt in enumerate(counts, 1):
            there.hand_in(user, b"ours, better", attempt=attempt + 1, group={"id": 9, "name": "Nine"})
        assert [poll(there), poll(there)] == [2, 2], "and what they hand in next comes once too"


def test_hostile_names_are_made_harmless():
    with fake_canvas() as there:
        there.hand_in(1, b"code", name="\x1b[2J../\u202eyp.x", user={"id": 1, "name": "<b>\r\nEve\x00" + "x" * 999})
        (work,) = canvas(there.url).handed_in("attention", new)

    for text in (work.name, work.student_name):
        assert not set(text) & set("\x1b\u202e\r\n\x00/\\")
        assert len(text) <= 200


@pytest.mark.parametrize(
    "said",
    [
        Said(b"<html>log in</html>"),
        Said({"no": "list"}),
        Said(b"", 500),
        Said([1, 2]),
        Said(status=302, headers=(("Location", "/login"),)),
    ],
)
def test_a_list_that_is_none_is_a_platforms_error(said):
    with serving(lambda _: said) as url, pytest.raises(PlatformError):
        list(canvas(url).handed_in("attention", new))


def test_a_grade_and_its_comment_are_put_there_once_however_often_it_is_tried():
    with fake_canvas() as there:
        there.hand_in(7, b"code")
        assert canvas(there.url).post(grade(), dry_run=False) == Done()
        again = canvas(there.url).post(grade(), dry_run=False)

    assert isinstance(again, Done)
    assert "already" in again.note
    assert there.students[7]["score"] == 80.0
    assert [comment["comment"] for comment in there.students[7]["submission_comments"]] == [
        "80 of 100 points.\n(Reference key-1)"
    ]


def test_a_repeat_does_not_undo_what_a_teacher_changed_meanwhile():
    with fake_canvas() as there:
        there.hand_in(7, b"code")
        canvas(there.url).post(grade(), dry_run=False)
        there.students[7]["score"] = 95.0
        canvas(there.url).post(grade(), dry_run=False)

    assert there.students[7]["score"] == 95.0


def test_a_regrade_is_another_grade_with_another_comment():
    with fake_canvas() as there:
        there.hand_in(7, b"code")
        canvas(there.url).post(grade(), dry_run=False)
        canvas(there.url).post(grade(score=90.0, key="key-2"), dry_run=False)

    assert there.students[7]["score"] == 90.0
    assert len(there.students[7]["submission_comments"]) == 2


def test_a_grade_of_older_work_does_not_land_on_newer():
    with fake_canvas() as there:
        there.hand_in(7, b"newer", attempt=2)
        outcome = canvas(there.url).post(grade(attempt=1), dry_run=False)

    assert isinstance(outcome, Done)
    assert "attempt 2 is there" in outcome.note
    assert there.puts == 0


def test_points_are_those_of_the_assignment_there():
    with fake_canvas(points=30.0) as there:
        there.hand_in(7, b"code")
        canvas(there.url).post(grade(score=77.7), dry_run=False)

    assert there.students[7]["score"] == 23.31


def test_points_that_were_changed_there_count_from_then_on():
    with fake_canvas(points=10.0) as there:
        there.hand_in(7, b"code")
        there.hand_in(8, b"code")
        one = canvas(there.url)
        one.post(grade(), dry_run=False)
        there.points = 100.0
        one.post(grade(user=8), dry_run=False)

    assert [there.students[user]["score"] for user in (7, 8)] == [8.0, 80.0]


def test_a_token_that_was_replaced_is_used_from_then_on(tmp_path, monkeypatch):
    file = tmp_path / "token"
    with fake_canvas() as there:
        there.hand_in(7, b"code")
        connection = CanvasConnection(
            course="LM3", url=there.url, token_file=file, canvas_course=12, assignments={"attention": 45}
        )
        one = Canvas("main", connection)
        for token in ("first", "second"):
            file.write_text(f"{token}\n")
            assert isinstance(one.post(grade(key=token), dry_run=False), Later)
            monkeypatch.setattr(fake, "TOKEN", token)
            assert one.post(grade(key=token), dry_run=False) == Done()
            assert len(list(one.handed_in("attention", new))) == 1


@pytest.mark.parametrize("points", [1.0, 3.0, 10.0, 100.0, 2469133.0])
@given(score=st.floats(0, 99.9999999))
def test_full_marks_come_from_full_marks_only_and_a_grade_is_that_of_the_file(points, score):
    assert grade(score=100.0).out_of(points) == points
    assert grade(score=score).out_of(points) < points
    assert grade(score=score).out_of(points) == float(mark(row(score=score), points))


def test_a_grade_keeps_all_of_its_digits():
    with fake_canvas(points=2469133.0) as there:
        there.hand_in(7, b"code")
        assert canvas(there.url).post(grade(score=50.0), dry_run=True) == Done("would post 1234566.5 to user 7")
        canvas(there.url).post(grade(score=50.0), dry_run=False)

    assert there.students[7]["score"] == 1234566.5


def test_work_without_a_score_gets_a_comment_and_no_grade():
    with fake_canvas() as there:
        there.hand_in(7, b"code")
        canvas(there.url).post(grade(score=None), dry_run=False)

    assert there.students[7]["score"] is None
    assert len(there.students[7]["submission_comments"]) == 1


def test_a_groups_comment_is_for_the_group():
    with fake_canvas() as there:
        there.hand_in(7, b"code")
        canvas(there.url).post(grade(group="9"), dry_run=False)

    assert there.students[7]["submission_comments"][0]["group"] == "true"


def test_a_dry_run_says_what_it_would_do_and_writes_nothing():
    with fake_canvas() as there:
        there.hand_in(7, b"code")
        outcome = canvas(there.url).post(grade(), dry_run=True)

    assert outcome == Done("would post 80 to user 7")
    assert there.puts == 0
    assert {asked.method for asked in there.asked} == {"GET"}


@pytest.mark.parametrize(
    ("said", "kind", "words"),
    [
        (Said(b"403 Forbidden (Rate Limit Exceeded)", 403), Later, "no time now"),
        (Said(b"", 429, (("X-Rate-Limit-Remaining", "0.0"),)), Later, "no time now"),
        (Said({"errors": "not yours"}, 403), Later, "refuses"),
        (Said({"errors": "closed"}, 401), Later, "token"),
        (Said({"errors": "locked \x1b[31m" + "x" * 999}, 422), Never, "locked"),
        (Said(b"bad", 400), Never, "bad"),
        (Said(b"", 500), Later, "500"),
        (Said(b"", 503), Later, "503"),
        (Said(b"<html>", 200), Later, "not take it now"),
        (Said(b"", 302, (("Location", "/elsewhere"),)), Later, "TooManyRedirects"),
    ],
)
def test_each_refusal_is_tried_later_or_never(said, kind, words):
    with fake_canvas(refusals=[said]) as there:
        there.hand_in(7, b"code")
        outcome = canvas(there.url).post(grade(), dry_run=False)

        assert isinstance(outcome, kind)
        assert words in outcome.why
        assert "\x1b" not in outcome.why
        assert len(outcome.why) < 300
        assert TOKEN not in outcome.why
        assert canvas(there.url).post(grade(), dry_run=False) == Done(), "and then it is put there"


def test_a_student_who_is_not_there_is_no_case_for_a_repeat():
    with fake_canvas() as there:
        assert isinstance(canvas(there.url).post(grade(user=99), dry_run=False), Never)


def test_a_wrong_token_is_told_without_it(caplog):
    caplog.set_level("INFO")
    with fake_canvas() as there:
        there.hand_in(7, b"code")
        outcome = canvas(there.url, token="wrong-token-1").post(grade(), dry_run=False)

    assert outcome == Later("Canvas does not take it now: the token is not accepted.")
    assert "wrong-token-1" not in caplog.text


def test_a_platform_that_is_gone_is_tried_later():
    with fake_canvas() as there:
        url = there.url
    assert isinstance(canvas(url).post(grade(), dry_run=False), Later)


@pytest.mark.parametrize("ids", [{}, {"user": "x", "attempt": "1"}, {"user": "../../1", "attempt": "1"}, {"user": "7"}])
def test_ids_that_are_none_reach_no_address(ids):
    with fake_canvas() as there:
        there.hand_in(7, b"code")
        odd = Grade("k", "attention", 1.0, 1.0, "c", NOON, ids, "", NOON)
        assert not isinstance(canvas(there.url).post(odd, dry_run=False), Done)
    assert there.puts == 0


def test_no_other_assignment_than_those_of_the_file_gets_a_grade():
    with fake_canvas() as there:
        there.hand_in(7, b"code")
        odd = Grade("k", "other", 1.0, 1.0, "c", NOON, {"user": "7", "attempt": "1"}, "", NOON)
        assert isinstance(canvas(there.url).post(odd, dry_run=False), Never)
    assert there.asked == []
