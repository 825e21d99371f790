from grader.service.database import writing
from grader.service.store import deliveries, workers
from tests.service import made, serving
from tests.service.hooks import filled


def test_what_is_measured_are_numbers_and_no_names(database, tmp_path):
    made.attempt(database, "somebody")
    given_up = filled.delivery(database, "main", "s2", kind="canvas")
    with writing(database) as connection:
        workers.enter(connection, "h-1", host="h", level="landlock", slots=3)
        deliveries.failed(connection, given_up.id, "It answers 410.", None)
    with serving.client_of(serving.service(database, tmp_path)) as client:
        answer = client.get("/metrics")
    lines = dict(line.rsplit(" ", 1) for line in answer.text.splitlines() if not line.startswith("#"))
    assert float(lines['grader_attempts{state="queued"}']) == 2
    assert float(lines['grader_deliveries{kind="canvas",state="dead"}']) == 1
    assert float(lines["grader_slots"]) == 3
    assert float(lines["grader_oldest_waiting_seconds"]) > 0
    assert "somebody" not in answer.text
    assert "attention.py" not in answer.text
