import threading

from grader.service.again import grade_again
from grader.service.database import reading, writing
from grader.service.store import attempts
from tests.service import made, serving


def test_of_several_who_have_everybody_graded_again_at_a_time_one_begins_each(database, tmp_path):
    """In orders of their own: none waits for another who waits for it."""
    one = serving.service(database, tmp_path)
    ids = []
    for number in range(20):
        first = made.attempt(database, f"s{number}")
        with writing(database) as connection:
            attempts.finish(connection, attempts.take(connection, first.id, 0, "w", "lease"), "done")
        ids.append(first.submission_id)
    began = []
    threads = [
        threading.Thread(target=lambda order: began.append(grade_again(one, "t", order)), args=(order,))
        for order in (ids, ids[::-1], ids, ids[::-1])
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(one for again in began for one in again.begun) == sorted(ids)
    assert sum(len(again.busy) for again in began) == 3 * len(ids)
    with reading(database) as connection:
        assert attempts.counts(connection) == {"done": 20, "queued": 20}
