"""Two gradings of one class, compared."""

import pytest

from grader.batch.moves import moves_text
from grader.batch.regrading import Result, regrading
from grader.report import AssignmentInfo
from tests.batch.classes import blank, row
from tests.render.reports import check, passed, report

NEWER = AssignmentInfo(id="attention", version="1.1.0", digest="a" * 64)


def result(*checks, key="s001", **changes):
    graded = report(*checks, **changes)
    scored = row(key=key, name=key, score=graded.score, max_score=graded.max_score)
    return Result(scored, graded)


RIGHT = passed(id="sqrt_dk", points=15, max_points=15)
WRONG = check(id="sqrt_dk", points=0, max_points=15, message="They are divided by 4.")
OTHER = passed(id="purity", points=5, max_points=5)


def test_whoever_keeps_status_score_and_checks_is_no_move():
    found = regrading([(result(RIGHT), result(RIGHT))])
    assert (found.moves, found.same, found.changes) == ((), 1, ())


def test_a_move_names_the_check_the_points_and_what_the_check_says_now():
    (move,) = regrading([(result(RIGHT, OTHER), result(WRONG, OTHER))]).moves
    (step,) = move.steps
    assert (move.direction, step.check, step.before, step.after) == ("down", "sqrt_dk", 15, 0)
    assert step.message == "They are divided by 4."


def test_a_move_says_why_assignment_versions_and_seed():
    before = result(WRONG, environment={"torch": "2.4"}, seed=7)
    after = result(RIGHT, environment={"torch": "2.5"}, seed=8, assignment=NEWER)
    found = regrading([(before, after)])
    why = "\n".join(found.moves[0].why)
    assert found.moves[0].direction == "up"
    assert f"assignment: attention 1.0.0 ({'0' * 12}) → attention 1.1.0 ({'a' * 12})" in why
    assert "torch: 2.4 → 2.5" in why
    assert "seed: 7 → 8" in why


def test_a_move_with_no_stated_reason_says_so():
    assert "nothing that the reports state" in regrading([(result(RIGHT), result(WRONG))]).moves[0].why[0]


def test_another_file_is_a_reason_of_its_own():
    after = result(WRONG)
    after = after._replace(row=after.row.model_copy(update={"sha256": "9" * 64}))
    assert regrading([(result(RIGHT), after)]).moves[0].why[0].startswith("the submission itself")


def test_more_points_for_a_check_are_a_reason_for_those_it_moves_only():
    worth = check(id="sqrt_dk", points=0, max_points=20)
    full = passed(id="sqrt_dk", points=20, max_points=20)
    found = regrading(
        [(result(RIGHT, key="a"), result(full, key="a")), (result(WRONG, key="b"), result(worth, key="b"))]
    )
    one, other = found.moves
    assert one.why == ("check sqrt_dk: 15 points → 20 points",)
    assert one.direction == other.direction == "even"  # full marks stay full marks, and nothing nothing
    assert other.steps == ()


def test_a_check_that_came_or_went_is_a_step():
    (move,) = regrading([(result(RIGHT), result(OTHER))]).moves
    assert [(step.check, step.before, step.after) for step in move.steps] == [
        ("purity", None, 5),
        ("sqrt_dk", 15, None),
    ]


@pytest.mark.parametrize("lost", [True, False])
def test_a_score_lost_is_down_even_from_nothing_and_one_gained_is_up(lost):
    scored, none = result(WRONG), Result(blank(status="rejected", reason="No code."), None)
    (move,) = regrading([(scored, none) if lost else (none, scored)]).moves
    assert move.direction == ("down" if lost else "up")


def test_points_moved_between_checks_are_told_although_the_score_stays():
    half = (passed(id="a", points=5), check(id="b", points=0, max_points=5))
    other = (check(id="a", points=0, max_points=5), passed(id="b", points=5))
    (move,) = regrading([(result(*half), result(*other))]).moves
    assert move.direction == "even"
    assert len(move.steps) == 2


def test_who_is_in_one_grading_only_is_named():
    found = regrading([(result(RIGHT, key="a"), None), (None, result(RIGHT, key="b"))])
    assert (found.gone, found.new, found.moves) == (("a",), ("b",), ())


def test_a_hundred_with_one_change_are_one_line_with_its_number():
    pairs = [(result(RIGHT), result(RIGHT, assignment=NEWER)) for _ in range(100)] + [(result(RIGHT), result(RIGHT))]
    found = regrading(pairs)
    assert found.same == 101
    assert [(change.what, count) for change, count in found.changes] == [("assignment", 100)]
    assert "for 100" in moves_text(found)


def test_the_text_begins_with_the_numbers_and_tells_losses_before_gains():
    pairs = [
        (result(WRONG, key="up"), result(RIGHT, key="up", assignment=NEWER)),
        (result(RIGHT, key="down"), result(WRONG, key="down", assignment=NEWER)),
        (result(RIGHT, key="same"), result(RIGHT, key="same", assignment=NEWER)),
    ]
    text = moves_text(regrading(pairs))
    assert text.startswith("3 entries: 1 down, 1 up, 1 with the same share of the points\n")
    assert "sqrt_dk  1 down, 1 up" in text
    assert text.index("  down: 15 / 15 → 0 / 15") < text.index("  up: 0 / 15 → 15 / 15")
    assert "sqrt_dk 15 → 0: They are divided by 4." in text


def test_a_message_of_a_student_cannot_act_on_a_terminal():
    worse = WRONG.model_copy(update={"message": "\x1b[2J" + "x" * 5000})
    text = moves_text(regrading([(result(RIGHT), result(worse))]))
    assert "\x1b" not in text
    assert max(map(len, text.splitlines())) < 300
