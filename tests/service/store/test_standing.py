"""Where submissions stand, in both databases."""

from datetime import timedelta

import pytest
from sqlalchemy import event

from grader.service.database import reading, writing
from grader.service.store import attempts, reports, standing
from tests.service import made


def graded(database, one, status="graded"):
    """Give the newest attempt of a submission a report."""
    with writing(database) as connection:
        newest = attempts.of_submission(connection, one.id)[0]
        assert attempts.finish(connection, attempts.take(connection, newest.id, newest.tries, "w", "l"), "done")
        score = 5.0 if status == "graded" else None
        reports.add(connection, reports.ReportRow(newest.id, status, score, 10.0, "0" * 64, "1" * 64, [], made.NOON))


def handed_in(database, student="s1", number=1):
    one = made.submission(database, student, number, received_at=made.NOON + timedelta(minutes=number))
    with writing(database) as connection:
        attempts.add(connection, one.id, kind="first", priority=1, seed=7)
    return one


def of_class(database, **only):
    with reading(database) as connection:
        return standing.of_assignment(connection, made.course(database).id, "attention", **only)


def test_each_submission_stands_with_its_newest_attempt_and_its_newest_report(database):
    one = handed_in(database)
    graded(database, one)
    with writing(database) as connection:
        again = attempts.add(connection, one.id, kind="regrade", priority=9, seed=7)
        found = standing.of_submission(connection, one.id)
    assert found.attempt == again
    assert found.report.attempt_id != again.id
    assert not found.settled
    graded(database, one)
    (found,) = of_class(database)
    assert (found.report.attempt_id, found.settled) == (again.id, True)


def test_a_class_is_there_newest_first_and_a_student_alone(database):
    mine = [handed_in(database, "s1", number) for number in (1, 2)]
    theirs = handed_in(database, "s2", 3)
    made.course(database, "another")
    assert [one.submission.id for one in of_class(database)] == [theirs.id, mine[1].id, mine[0].id]
    assert [one.submission.id for one in of_class(database, student_key="s1")] == [mine[1].id, mine[0].id]


def test_what_is_not_there_does_not_stand(database):
    with reading(database) as connection:
        assert standing.of_submission(connection, "nothing") is None


def test_the_newest_graded_submission_counts_or_the_newest(database):
    first, second, third = (handed_in(database, "s1", number) for number in (1, 2, 3))
    assert standing.counting(of_class(database))["s1"].submission.id == third.id
    graded(database, first)
    assert standing.counting(of_class(database))["s1"].submission.id == first.id
    graded(database, second)
    graded(database, third, "rejected")
    assert standing.counting(of_class(database))["s1"].submission.id == second.id


@pytest.mark.parametrize(
    ("told", "stands"),
    [
        (["graded", "grader_error"], 0),
        (["rejected", "grader_error", "grader_error"], 0),
        (["graded", "rejected"], 1),
        (["graded", "graded", "grader_error"], 1),
        (["graded", "grader_error", "graded"], 2),
        (["grader_error", "rejected"], 1),
        (["grader_error", "grader_error"], 1),
    ],
)
def test_a_fault_of_ours_never_stands_for_an_earlier_report_of_the_work(database, told, stands):
    one, tried = handed_in(database), []
    for number, status in enumerate(told):
        with writing(database) as connection:
            if number:
                attempts.add(connection, one.id, kind="regrade", priority=9, seed=7)
            tried.append(attempts.of_submission(connection, one.id)[0].id)
        graded(database, one, status)
    (found,) = of_class(database)
    with reading(database) as connection:
        assert standing.of_submission(connection, one.id) == found
        assert reports.newest(connection, [one.id]) == {one.id: found.report}
    assert found.report.attempt_id == tried[stands]
    assert (found.settled, found.in_vain) == (True, stands < len(told) - 1)


def test_a_class_stands_as_it_was_when_the_look_began_whatever_comes_in_between_two_statements(database):
    handed_in(database, "s1")
    came = []

    def come(*_: object) -> None:
        if len(came) < 3:
            came.append(None)
            came[-1] = handed_in(database, f"new{len(came)}")

    with reading(database) as connection:
        event.listen(connection, "after_cursor_execute", come)
        found = standing.of_assignment(connection, made.course(database).id, "attention")
    assert len(came) == 3
    assert [one.submission.student_key for one in found] == ["s1"]
    assert len(of_class(database)) == 4
