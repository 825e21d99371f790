from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from grader.service.columns import new_id
from grader.service.database import reading, writing
from grader.service.hooks.outbox import Outbox
from grader.service.hooks.outcome import Done, Later, Never
from grader.service.platforms.grades import Grade, Grades
from grader.service.platforms.lti.scores import Scores
from grader.service.platforms.sending import GradeSender
from grader.service.store import attempts, standing
from tests.service import made, serving
from tests.service.hooks.filled import Clock
from tests.service.platforms.loopback import Said
from tests.service.platforms.lti.fake_platform import SUBMISSION, fake_platform
from tests.service.platforms.lti.launching import connection
from tests.service.platforms.test_delivering import report

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


def grade(platform, score=80.0, at=NOON, **other):
    ids = {"connection": "main", "user": "user-3", "lineitem": f"{platform.url}/lineitem?type_id=1"}
    return Grade(
        **{
            "key": "key-1",
            "assignment": "attention",
            "score": score,
            "max_score": 100.0,
            "comment": "80 of 100 <b>",
            "graded_at": at,
            "ids": ids,
            "page": "https://g/s/1",
            "submitted_at": NOON,
            **other,
        }
    )


def test_a_score_goes_to_its_line_item_with_a_token_that_is_kept(keys, place):
    with fake_platform() as platform:
        platform.jwks_url = place[0].jwks_url
        scores = Scores(connection(platform), keys)
        assert scores.post(grade(platform, fresh=True), dry_run=False) == Done()
        assert scores.post(grade(platform, at=NOON + timedelta(seconds=1), score=90.0), dry_run=False) == Done()

    assert len(platform.tokens) == 1
    assert platform.submissions == 1, "the second is no new submission"
    kept = platform.scores["user-3"]
    assert (kept["scoreGiven"], kept["scoreMaximum"], kept["comment"]) == (90.0, 100.0, "80 of 100 <b>")
    assert platform.posted[0]["timestamp"] == "2026-11-30T12:00:00.000Z"
    assert platform.posted[0][SUBMISSION]["submission_data"] == "https://g/s/1"


def test_a_repeat_changes_nothing_and_uses_up_no_attempt(keys, place):
    with fake_platform() as platform:
        platform.jwks_url = place[0].jwks_url
        scores = Scores(connection(platform), keys)
        scores.post(grade(platform, fresh=True), dry_run=False)
        before = dict(platform.scores)
        scores.post(grade(platform), dry_run=False)

    assert platform.submissions == 1
    assert {key: value for key, value in platform.scores["user-3"].items() if key != SUBMISSION} == {
        key: value for key, value in before["user-3"].items() if key != SUBMISSION
    }


def test_an_older_score_replaces_no_newer(keys, place):
    with fake_platform() as platform:
        platform.jwks_url = place[0].jwks_url
        scores = Scores(connection(platform), keys)
        scores.post(grade(platform, score=90.0, at=NOON + timedelta(hours=1)), dry_run=False)
        outcome = scores.post(grade(platform), dry_run=False)

    assert outcome == Done("Not posted: the platform has a newer score.")
    assert platform.scores["user-3"]["scoreGiven"] == 90.0


def test_work_without_a_score_is_told_without_one(keys, place):
    with fake_platform() as platform:
        platform.jwks_url = place[0].jwks_url
        assert Scores(connection(platform), keys).post(grade(platform, score=None), dry_run=False) == Done()
    assert platform.scores["user-3"]["gradingProgress"] == "Failed"


@pytest.mark.parametrize(
    ("status", "kind"),
    [(400, Never), (401, Later), (403, Later), (404, Never), (422, Never), (429, Later), (500, Later), (302, Later)],
)
def test_each_refusal_is_tried_later_or_never(keys, place, status, kind):
    with fake_platform() as platform:
        platform.jwks_url = place[0].jwks_url
        platform.refusals = [Said({"error": "\x1b[31m"}, status, (("Location", "/x"),))]
        scores = Scores(connection(platform), keys)
        outcome = scores.post(grade(platform), dry_run=False)
        assert isinstance(outcome, kind)
        assert "\x1b" not in outcome.why
        assert not any(token in outcome.why for token in platform.tokens)
        assert scores.post(grade(platform), dry_run=False) == Done(), "and then it is taken"


def test_a_token_that_is_withdrawn_or_over_is_asked_for_anew(keys, place):
    with fake_platform() as platform:
        platform.jwks_url = place[0].jwks_url
        scores = Scores(connection(platform), keys)
        scores.post(grade(platform), dry_run=False)
        platform.tokens.clear()
        assert isinstance(scores.post(grade(platform), dry_run=False), Later)
        assert scores.post(grade(platform), dry_run=False) == Done()
        platform.token_lifetime = 30
        scores = Scores(connection(platform), keys)
        assert scores.post(grade(platform), dry_run=False) == scores.post(grade(platform), dry_run=False) == Done()
    assert len(platform.assertions) == 4


def test_a_token_that_is_refused_is_tried_later(keys, place, tmp_path):
    with fake_platform() as platform:
        platform.jwks_url = place[0].jwks_url
        other = connection(platform, client_id="somebody-else")
        assert isinstance(Scores(other, keys).post(grade(platform), dry_run=False), Later)


def test_a_score_goes_to_no_host_that_is_not_the_platforms(keys, place):
    with fake_platform() as platform, fake_platform() as other:
        platform.jwks_url = place[0].jwks_url
        scores = Scores(connection(platform), keys)
        outcome = scores.post(grade(other), dry_run=False)
        named = Scores(connection(platform, hosts=(urlsplit(other.url).netloc,)), keys)
        assert isinstance(named.post(grade(other), dry_run=False), Later), "the other does not know the token"

    assert isinstance(outcome, Never)
    assert [asked.path for asked in other.asked] == ["/lineitem/scores"]


def test_a_dry_run_asks_nobody(keys, place):
    with fake_platform() as platform:
        platform.jwks_url = place[0].jwks_url
        assert Scores(connection(platform), keys).post(grade(platform), dry_run=True) == Done("would post 80")
    assert platform.asked == []


def test_without_a_place_there_is_nothing_to_post(keys, place):
    with fake_platform() as platform:
        platform.jwks_url = place[0].jwks_url
        outcome = Scores(connection(platform), keys).post(grade(platform, ids={"user": "user-3"}), dry_run=False)
    assert outcome == Done("Not posted: the platform gave no place for scores.")


@pytest.mark.parametrize(
    "said",
    [*[Said({"error": "x"}, status) for status in (400, 404, 405, 410, 422, 500)], Said(b"<html>"), Said([]), Said({})],
)
def test_whatever_is_said_instead_of_a_token_no_score_is_given_up(keys, place, said, monkeypatch):
    with fake_platform() as platform:
        platform.jwks_url = place[0].jwks_url
        scores = Scores(connection(platform), keys)
        monkeypatch.setattr(platform, "token", lambda _asked: said)
        assert isinstance(scores.post(grade(platform), dry_run=False), Later)
        monkeypatch.undo()
        assert scores.post(grade(platform), dry_run=False) == Done()
    assert platform.scores["user-3"]["scoreGiven"] == 80.0


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        (Said(b""), Done),
        (Said({"resultUrl": "https://lms.example/1"}, 201), Done),
        (Said(b"OK"), Done),
        (Said(b"<!DOCTYPE html><title>Closed for maintenance"), Later),
        (Said(b"\r\n  <html>Sign in"), Later),
    ],
)
def test_a_page_is_no_gradebook_that_took_a_score(keys, place, said, kind):
    with fake_platform() as platform:
        platform.jwks_url = place[0].jwks_url
        platform.refusals = [said]
        assert isinstance(Scores(connection(platform), keys).post(grade(platform), dry_run=False), kind)


#: What becomes of the uploads of one student: which one is graded (again), its score, and whether the platform is told
#: at once, later, or does not take it the first time.
HISTORIES = st.lists(
    st.tuples(
        st.integers(1, 3), st.sampled_from([None, 10.0, 60.0, 100.0]), st.sampled_from(["told", "later", "lost"])
    ),
    min_size=1,
    max_size=6,
)


@pytest.fixture
def told(keys, place, database, tmp_path):
    """A platform, and a service with an outbox that tells it of scores."""
    with fake_platform() as platform:
        platform.jwks_url = place[0].jwks_url
        one = serving.service(database, tmp_path, public_url="https://grader.example")
        sender = GradeSender(Grades(one), {"main": Scores(connection(platform), keys)})
        clock = Clock()
        yield platform, one, Outbox(database, {"lti": sender}, clock=clock), clock


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(HISTORIES)
@example([(2, 100.0, "told"), (1, 10.0, "told")])
@example([(2, 100.0, "lost"), (1, 10.0, "told")])
@example([(1, 10.0, "told"), (2, 100.0, "told"), (1, 60.0, "told")])
@example([(1, 10.0, "told"), (2, None, "told")])
@example([(1, 10.0, "told"), (2, 100.0, "told"), (2, None, "told")])
@example([(1, 100.0, "told"), (2, None, "told"), (1, None, "told")])
@example([(2, 100.0, "lost"), (2, None, "told"), (1, 10.0, "later")])
def test_the_platform_has_the_score_that_counts_here(database, told, history):
    platform, one, outbox, clock = told
    user = new_id()
    ids = {"lti": {"connection": "main", "user": user, "lineitem": f"{platform.url}/lineitem?type_id=1"}}
    work = {number: made.submission(database, user, number, ids=ids) for number in (1, 2, 3)}
    for number in work:
        again(database, work[number], "first")
    for turn, (number, score, when) in enumerate(history):
        if number in [before for before, _, _ in history[:turn]]:
            again(database, work[number], "regrade")
        serving.graded(one, work[number].id, report(score))
        platform.refusals = [Said({}, 500)] if when == "lost" else []
        if when != "later":
            outbox.send_due()
        clock.passed += timedelta(days=2)
    platform.refusals = []
    outbox.send_due()

    with reading(database) as open_one:
        counts = standing.counting(standing.of_assignment(open_one, work[1].course_id, "attention", user))[user]
    assert platform.scores[user].get("scoreGiven") == (counts.report.score if counts.report else None)


def again(database, submission, kind):
    with writing(database) as open_one:
        attempts.add(open_one, submission.id, kind=kind, priority=1, seed=1)
