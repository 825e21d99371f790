import threading
from dataclasses import replace

import pytest
from sqlalchemy import func, select

from grader.service.accepting import Upload, accept
from grader.service.again import grade_again
from grader.service.database import reading, writing
from grader.service.refused import RefusedError
from grader.service.schema import attempts, submissions
from grader.service.store import attempts as rows
from tests.service import made, serving


@pytest.fixture
def one(database, tmp_path):
    return serving.service(database, tmp_path, queue_limit=10, student_queue_limit=3)


@pytest.fixture
def course(database) -> str:
    return made.course(database).id


def upload(student="s1", data=b"x = 1\n", **other) -> Upload:
    return Upload(**{"name": "attention.py", "data": data, "assignment": "attention", "student_key": student, **other})


def count(one, table) -> int:
    with reading(one.database) as connection:
        return connection.scalar(select(func.count()).select_from(table))


def test_what_is_accepted_is_on_the_disk_in_the_tables_and_in_the_queue(one, course):
    submission, attempt, new = accept(one, course, upload())
    assert new
    assert one.files.get(submission.source_sha256) == b"x = 1\n"
    assert (submission.number, submission.late_seconds, attempt.state) == (1, 0, "queued")
    assert one.jobs.jobs == {attempt.job: 1}


def test_the_same_key_with_the_same_upload_is_the_same_submission(one, course):
    first = accept(one, course, upload(idempotency_key="k"))
    again = accept(one, course, upload(idempotency_key="k"))
    assert again == first._replace(new=False)
    assert count(one, submissions) == 1


@pytest.mark.parametrize("other", [{"data": b"y"}, {"student": "s2"}])
def test_a_key_is_not_taken_for_another_upload(one, course, other):
    accept(one, course, upload(idempotency_key="k"))
    with pytest.raises(RefusedError) as refused:
        accept(one, course, upload(**{"idempotency_key": "k", **other}))
    assert (refused.value.status, refused.value.code) == (409, "key_in_use")


def test_uploads_of_one_student_at_a_time_get_numbers_of_their_own(one, course):
    one = serving.service(one.database, one.files.folder, student_queue_limit=100)
    got, faults = [], []

    def run(number: int) -> None:
        try:
            got.append(accept(one, course, upload(data=b"%d" % number)).submission.number)
        except Exception as fault:
            faults.append(fault)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    assert sorted(got) == list(range(1, 9))


def test_the_same_key_at_the_same_time_is_one_submission(one, course):
    got = []
    threads = [
        threading.Thread(target=lambda: got.append(accept(one, course, upload(idempotency_key="k")))) for _ in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({accepted.submission.id for accepted in got}) == 1
    assert [accepted.new for accepted in got].count(True) == 1
    assert (count(one, submissions), count(one, attempts)) == (1, 1)


def test_a_full_queue_and_a_student_in_a_hurry_are_asked_to_wait(one, course):
    for number in range(3):
        accept(one, course, upload(data=b"%d" % number))
    with pytest.raises(RefusedError) as refused:
        accept(one, course, upload(data=b"more"))
    assert (refused.value.status, refused.value.code) == (429, "student_queue_full")
    for number in range(7):
        accept(one, course, upload(student=f"other{number}"))
    with pytest.raises(RefusedError) as refused:
        accept(one, course, upload(student="new"))
    assert (refused.value.status, refused.value.code) == (429, "queue_full")
    assert int(refused.value.headers["Retry-After"]) > 0


def test_a_student_who_sends_many_at_a_time_has_no_more_waiting_than_one_by_one(one, course):
    """All are looked at before the first is written down."""
    together = threading.Barrier(8)
    put, got = one.files.put, []

    class Slow(type(one.files)):
        def put(self, data: bytes) -> str:
            together.wait(60)
            return put(data)

    one = replace(one, files=Slow(one.files.folder))

    def run(number: int) -> None:
        try:
            got.append(accept(one, course, upload(data=b"%d" % number)).submission.number)
        except RefusedError as refused:
            got.append(refused.code)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(got, key=str) == [1, 2, 3, *["student_queue_full"] * 5]


def test_what_is_graded_again_takes_no_room_from_uploads(one, course):
    ids = []
    for number in range(10):
        submission, attempt, _ = accept(one, course, upload(student=f"s{number}"))
        with writing(one.database) as connection:
            rows.finish(connection, rows.take(connection, attempt.id, 0, "w", "lease"), "done")
        ids.append(submission.id)
    assert len(grade_again(one, "t", ids).begun) == 10
    for number in range(10):
        accept(one, course, upload(student=f"new{number}"))
    with pytest.raises(RefusedError) as refused:
        accept(one, course, upload(student="one more"))
    assert refused.value.code == "queue_full"


def test_what_was_accepted_is_returned_even_if_the_queue_is_full_by_now(one, course):
    first = accept(one, course, upload(idempotency_key="k"))
    for number in range(9):
        accept(one, course, upload(student=f"other{number}"))
    assert accept(one, course, upload(idempotency_key="k")).submission == first.submission


def test_a_queue_that_cannot_be_reached_loses_nothing(one, course, monkeypatch):
    def broken(job: str, priority: int) -> None:
        raise OSError("cut")

    monkeypatch.setattr(one.jobs, "submit", broken)
    assert accept(one, course, upload()).attempt.state == "queued"
    assert count(one, attempts) == 1


def test_a_disk_that_is_full_refuses_and_writes_nothing_down(one, course, monkeypatch):
    def full(data: bytes) -> str:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(one.files, "put", full)
    with pytest.raises(RefusedError) as refused:
        accept(one, course, upload())
    assert (refused.value.status, refused.value.code) == (503, "no_room")
    assert count(one, submissions) == 0


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        ({"assignment": "../attention"}, "unknown_assignment"),
        ({"assignment": "nothing"}, "unknown_assignment"),
        ({"name": "attention.exe"}, "unsupported_type"),
        ({"name": ""}, "unsupported_type"),
        ({"student": "  \0"}, "no_student"),
        ({"name": "a" * 300 + ".py"}, "too_long"),
    ],
)
def test_what_cannot_be_graded_is_refused_with_the_reason(one, course, bad, code):
    with pytest.raises(RefusedError) as refused:
        accept(one, course, upload(**bad))
    assert refused.value.code == code
    assert count(one, submissions) == 0


def test_names_that_no_database_can_hold_are_kept_as_far_as_they_can_be(one, course):
    submission, *_ = accept(one, course, upload(student="s\0\udcff", name="\udc80a\0.py", student_name="\ud800"))
    assert (submission.student_key, submission.name, submission.student_name) == ("s?", "?a.py", "?")


HAND_IN = "\n[hand_in]\ndue = 2026-01-01T00:00:00Z\nlate_percent_per_day = 1\nattempts = 2\n"


def with_rules(one, folder, rules: str):
    import shutil

    shutil.copytree(one.settings.assignments / "attention", folder / "labs" / "attention")
    manifest = folder / "labs" / "attention" / "assignment.toml"
    manifest.write_text(manifest.read_text() + rules)
    return replace(one, settings=one.settings.model_copy(update={"assignments": folder / "labs"}))


def test_the_manifest_says_how_often_and_what_is_late(one, course, tmp_path):
    one = with_rules(one, tmp_path, HAND_IN)
    first = accept(one, course, upload(data=b"1")).submission
    assert first.late_seconds > 0
    accept(one, course, upload(data=b"2"))
    with pytest.raises(RefusedError) as refused:
        accept(one, course, upload(data=b"3"))
    assert (refused.value.status, refused.value.code) == (403, "no_attempts_left")


def test_nothing_is_taken_after_the_end(one, course, tmp_path):
    one = with_rules(one, tmp_path, "\n[hand_in]\ncloses = 2026-01-01T00:00:00Z\n")
    with pytest.raises(RefusedError) as refused:
        accept(one, course, upload())
    assert (refused.value.status, refused.value.code) == (403, "closed")
    assert not one.files.path(one.files.digest(upload().data)).exists()
