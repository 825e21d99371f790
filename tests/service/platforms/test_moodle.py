from datetime import UTC, datetime

import pytest

from grader.service.hooks.outcome import Done, Later, Never
from grader.service.platforms.connections import MoodleConnection
from grader.service.platforms.grades import Grade
from grader.service.platforms.handed import PlatformError, Skipped, fetch
from grader.service.platforms.moodle import Moodle
from tests.service.platforms.fake_moodle import TOKEN, fake_moodle, refusal
from tests.service.platforms.loopback import Said, serving

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
MODIFIED = 1_764_500_000


def moodle(url, token=TOKEN, **other):
    connection = MoodleConnection(course="LM3", url=url, token=token, moodle_course=12, assignments={"attention": 45})
    return Moodle("main", connection, **other)


def grade(user=7, attempt=0, modified=MODIFIED, score=80.0, key="key-1", comment="<b>80</b> of 100 points."):
    ids = {"connection": "main", "user": str(user), "attempt": str(attempt), "modified": str(modified)}
    return Grade(key, "attention", score, 100.0, f"{comment}\n(Reference {key})", NOON, ids, "https://g/s/1", NOON)


def new(_key, _at):
    return True


def test_work_comes_with_file_name_time_and_ids():
    with fake_moodle() as there:
        there.hand_in(3, b"code", attempt=1)
        (work,) = moodle(there.url).handed_in("attention", new)

    assert (work.content, work.name, work.student_key, work.student_name) == (
        b"code",
        "attention.py",
        "moodle:main:3",
        "Student 3",
    )
    assert work.key == f"moodle:main:3:45:1:{MODIFIED}"
    assert work.submitted_at == datetime.fromtimestamp(MODIFIED, UTC)
    assert work.ids == {"moodle": {"connection": "main", "user": "3", "attempt": "1", "modified": str(MODIFIED)}}


def test_work_that_is_changed_within_an_attempt_is_new_and_what_is_known_is_not_fetched():
    with fake_moodle() as there:
        there.hand_in(1, b"same")
        there.hand_in(2, b"changed", modified=MODIFIED + 1)
        known = {f"moodle:main:1:45:0:{MODIFIED}", f"moodle:main:2:45:0:{MODIFIED}"}
        found = list(moodle(there.url).handed_in("attention", lambda key, _at: key not in known))

    assert [work.content for work in found] == [b"changed"]


@pytest.mark.parametrize("status", ["draft", "new", "reopened"])
def test_what_is_not_handed_in_is_no_work(status):
    with fake_moodle() as there:
        there.hand_in(1, b"code", status=status)
        assert list(moodle(there.url).handed_in("attention", new)) == []


def test_where_names_may_not_be_asked_for_work_comes_without():
    with fake_moodle(names_hidden=True) as there:
        there.hand_in(1, b"code")
        (work,) = moodle(there.url).handed_in("attention", new)
    assert work.student_name == ""


@pytest.mark.parametrize("said", [Said(b"", 503), Said(b"<html>"), Said({"no": "list"}), Said([1])])
def test_work_comes_without_names_where_there_are_none_to_be_had(said, monkeypatch):
    with fake_moodle() as there:
        there.hand_in(1, b"code")
        monkeypatch.setattr(there, "mod_assign_list_participants", lambda _: said)
        (work,) = moodle(there.url).handed_in("attention", new)
    assert work.student_name == ""


ODD = [None, "", "x", -1, 10**20, float("inf"), True, [], [1], {}, {"area": []}]


@pytest.mark.parametrize("odd", ODD, ids=repr)
@pytest.mark.parametrize("field", ["id", "userid", "attemptnumber", "timemodified", "status", "plugins"])
def test_an_odd_row_costs_only_itself(field, odd):
    with fake_moodle() as there:
        there.hand_in(1, b"one", **{field: odd})
        there.hand_in(2, b"two")
        accepted = []
        fetch(moodle(there.url), "attention", new, lambda work: accepted.append(work.content))
    assert accepted[-1:] == [b"two"]


@pytest.mark.parametrize(
    ("sizes", "taken"),
    [([500, 500], True), ([500, 501], False), ([1000, 0], True), ([1000, 1], False), ([1001], False)],
)
def test_the_limit_is_for_all_files_of_a_student_together(sizes, taken):
    with fake_moodle() as there:
        there.files |= {f"/webservice/pluginfile.php/{size}": b"x" * size for size in sizes}
        files = [
            {"filename": f"{at}.py", "fileurl": f"{there.url}/webservice/pluginfile.php/{size}"}
            for at, size in enumerate(sizes)
        ]
        there.hand_in(1, b"", plugins=[{"type": "file", "fileareas": [{"area": "submission_files", "files": files}]}])
        (found,) = moodle(there.url, most=1000).handed_in("attention", new)
    assert isinstance(found, Skipped) != taken


def test_one_bad_student_stops_no_other_and_no_token_goes_elsewhere():
    reached = []
    with fake_moodle() as there, serving(lambda asked: reached.append(asked) or Said(b"x")) as elsewhere:

        def files(url):
            return [
                {
                    "type": "file",
                    "fileareas": [{"area": "submission_files", "files": [{"filename": "a.py", "fileurl": url}]}],
                }
            ]

        there.hand_in(1, b"one", plugins=files(elsewhere + "/webservice/pluginfile.php/a.py"))
        there.hand_in(2, b"two", plugins=files(there.url + "/gone"))
        there.hand_in(3, b"three", plugins=[])
        there.hand_in(4, b"four", plugins="nonsense")
        there.hand_in(5, b"five", userid=0, groupid=9)
        there.hand_in(6, b"six", plugins=files("file:///etc/passwd"))
        there.hand_in(7, b"x" * 2000)
        there.hand_in(8, b"eight", userid=None)
        there.hand_in(9, b"nine")
        accepted = []
        skipped = fetch(moodle(there.url, most=1000), "attention", new, lambda work: accepted.append(work.content))

    assert accepted == [b"nine"]
    assert len(skipped) == 8
    assert reached == [], "the token stays with Moodle"
    assert "team" in skipped[4].why


@pytest.mark.parametrize(
    "said",
    [
        Said(refusal("invalidtoken", "Invalid \x1b[31mtoken")), Said(b"<html>"), Said(b""), Said(b"null"), Said([]), Said({"assignments": [{}]}), Said(b"", 500), Said(status=303, headers=(("Location", "/login"),)),
    ],
)  # fmt: skip
def test_a_list_that_is_none_is_a_platforms_error(said):
    with serving(lambda _: said) as url, pytest.raises(PlatformError) as raised:
        list(moodle(url).handed_in("attention", new))
    assert "\x1b" not in str(raised.value)
    assert TOKEN not in str(raised.value)


def test_a_grade_and_its_comment_are_put_there_once_however_often_it_is_tried():
    with fake_moodle() as there:
        there.hand_in(7, b"code")
        assert moodle(there.url).post(grade(), dry_run=False) == Done()
        again = moodle(there.url).post(grade(), dry_run=False)

    assert "already" in again.note
    (saved,) = there.grades[7]
    assert (saved["grade"], saved["attemptnumber"], saved["assignmentid"]) == ("80.0", "0", "45")
    text = saved["plugindata[assignfeedbackcomments_editor][text]"]
    assert text == "&lt;b&gt;80&lt;/b&gt; of 100 points.<br>(Reference key-1)"
    assert "plugindata[files_filemanager]" not in saved


def test_a_regrade_replaces_grade_and_comment():
    with fake_moodle() as there:
        there.hand_in(7, b"code")
        moodle(there.url).post(grade(), dry_run=False)
        moodle(there.url).post(grade(score=90.0, key="key-2"), dry_run=False)

    assert [saved["grade"] for saved in there.grades[7]] == ["80.0", "90.0"]


@pytest.mark.parametrize("newer", [{"attempt": 1}, {"modified": MODIFIED + 60}])
def test_a_grade_of_older_work_does_not_land_on_newer(newer):
    with fake_moodle() as there:
        there.hand_in(7, b"newer", **newer)
        outcome = moodle(there.url).post(grade(), dry_run=False)

    assert isinstance(outcome, Done)
    assert "other work is there" in outcome.note
    assert there.grades == {}


def test_points_are_those_of_the_assignment_there():
    with fake_moodle(points=30) as there:
        there.hand_in(7, b"code")
        moodle(there.url).post(grade(score=77.7), dry_run=False)
    assert there.grades[7][0]["grade"] == "23.31"


def test_an_assignment_with_a_scale_takes_no_points():
    with fake_moodle(points=-2) as there:
        there.hand_in(7, b"code")
        assert isinstance(moodle(there.url).post(grade(), dry_run=False), Never)
    assert there.grades == {}


@pytest.mark.parametrize(("points", "score"), [(100, None), (0, 80.0)])
def test_without_a_score_or_points_there_is_a_comment_and_no_grade(points, score):
    with fake_moodle(points=points) as there:
        there.hand_in(7, b"code")
        moodle(there.url).post(grade(score=score), dry_run=False)
    assert there.grades[7][0]["grade"] == "-1"


def test_work_without_a_score_leaves_the_grade_that_is_there():
    with fake_moodle() as there:
        there.hand_in(7, b"code")
        moodle(there.url).post(grade(), dry_run=False)
        there.hand_in(7, b"broken", modified=MODIFIED + 1)
        rejected = grade(score=None, key="key-2", modified=MODIFIED + 1, comment="This could not be graded.")
        assert moodle(there.url).post(rejected, dry_run=True) == Done("would post a comment only to user 7")
        assert moodle(there.url).post(rejected, dry_run=False) == Done()

    assert [float(saved["grade"]) for saved in there.grades[7]] == [80.0, 80.0]
    assert "could not be graded" in there.grades[7][1]["plugindata[assignfeedbackcomments_editor][text]"]


@pytest.mark.parametrize("stage", ["", "inmarking", "readyforrelease"])
def test_a_grade_that_teachers_hold_back_is_not_cleared_by_a_comment(stage):
    with fake_moodle(workflow={7: stage}) as there:
        there.hand_in(7, b"code")
        moodle(there.url).post(grade(), dry_run=False)
        outcomes = [moodle(there.url).post(grade(score=None, key="k2"), dry_run=dry) for dry in (True, False)]

    assert outcomes == [outcomes[0]] * 2
    assert "would clear it" in outcomes[0].note
    assert [saved["grade"] for saved in there.grades[7]] == ["80.0"]


@pytest.mark.parametrize("stage", ["inmarking", "readyforrelease", "released"])
@pytest.mark.parametrize("score", [90.0, None])
def test_how_far_marking_is_with_a_student_stays_as_it_is(stage, score):
    with fake_moodle(workflow={7: stage}) as there:
        there.hand_in(7, b"code")
        moodle(there.url).post(grade(score=score), dry_run=False)
        moodle(there.url).post(grade(score=score, key="key-2"), dry_run=False)

    assert len(there.grades[7]) == 2
    assert there.workflow == {7: stage}


def test_without_marking_workflow_no_stage_of_it_is_set():
    with fake_moodle() as there:
        there.hand_in(7, b"code")
        moodle(there.url).post(grade(), dry_run=False)
    assert there.grades[7][0]["workflowstate"] == ""


def test_where_files_are_given_back_moodle_is_told_that_there_are_none():
    with fake_moodle(
        configs=[{"plugin": "file", "subtype": "assignfeedback", "name": "enabled", "value": "1"}]
    ) as there:
        there.hand_in(7, b"code")
        moodle(there.url).post(grade(), dry_run=False)
    assert there.grades[7][0]["plugindata[files_filemanager]"] == "0"


def test_a_dry_run_says_what_it_would_do_and_writes_nothing():
    with fake_moodle() as there:
        there.hand_in(7, b"code")
        assert moodle(there.url).post(grade(), dry_run=True) == Done("would post 80 to user 7")
    assert there.grades == {}


@pytest.mark.parametrize(
    ("said", "kind", "words"),
    [
        (Said(refusal("invalidparameter", "Invalid parameter value detected")), Never, "Invalid parameter"),
        (Said(refusal("accessexception", "Access control exception \x1b[31m")), Later, "accessexception"),
        (Said(refusal("", "")), Later, "Moodle says"),
        (Said(b"<html>maintenance"), Later, "no JSON"),
        (Said(b"", 500), Later, "500"),
        (Said(b"", 429), Later, "429"),
        (Said(status=301, headers=(("Location", "/x"),)), Later, "301"),
    ],
)
def test_each_refusal_is_tried_later_or_never_though_moodle_says_200(said, kind, words):
    with fake_moodle(refusals=[said]) as there:
        there.hand_in(7, b"code")
        outcome = moodle(there.url).post(grade(), dry_run=False)

        assert isinstance(outcome, kind)
        assert words in outcome.why
        assert "\x1b" not in outcome.why
        assert there.grades == {}
        assert moodle(there.url).post(grade(), dry_run=False) == Done(), "and then it is put there"


def test_a_student_who_is_not_there_is_no_case_for_a_repeat():
    with fake_moodle() as there:
        assert isinstance(moodle(there.url).post(grade(user=99), dry_run=False), Never)


def test_a_wrong_token_may_be_mended_and_is_not_told():
    with fake_moodle() as there:
        outcome = moodle(there.url, token="wrong-token-1").post(grade(), dry_run=False)
    assert isinstance(outcome, Later)
    assert "wrong-token-1" not in outcome.why


def test_a_token_file_that_is_gone_may_come_back(tmp_path):
    connection = MoodleConnection(
        course="LM3",
        url="http://127.0.0.1:1",
        token_file=tmp_path / "gone",
        moodle_course=1,
        assignments={"attention": 45},
    )
    assert isinstance(Moodle("main", connection).post(grade(), dry_run=False), Later)
    with pytest.raises(PlatformError, match="token cannot be read"):
        list(Moodle("main", connection).handed_in("attention", new))
