"""Nothing that was acknowledged is lost, whatever is killed and when; and nothing is graded or told twice.

A receiver may be sent a message again, if the sender died before it could write down that it was sent; what it counts
is message ids, as Standard Webhooks has it.
"""

import random
import subprocess
import threading
import time
from collections import Counter

import httpx2 as httpx
import pytest
from sqlalchemy import text

from grader.service.database import reading, writing
from grader.service.hooks.signing import new_secret
from grader.service.store import tokens
from tests.service import made
from tests.service.hooks.receiver import Receiver, parsed, receiving, status
from tests.service.running import WRONG, Installation, kill, wait_for, worker_of

pytestmark = pytest.mark.slow

_SEED = random.SystemRandom().randrange(2**32)


class Uploading(threading.Thread):
    """Hands in again and again; what is not acknowledged is sent again with its key, as a good client does."""

    def __init__(self, here: Installation, receiver: Receiver, gap: float, most: int) -> None:
        super().__init__(daemon=True)
        self._here, self._receiver, self._gap, self._most = here, receiver, gap, most
        self.acknowledged: dict[str, str] = {}
        self.stopped = threading.Event()

    def run(self) -> None:
        for number in range(self._most):
            key = f"key{number}"
            while key not in self.acknowledged:
                try:
                    answer = self._here.upload(
                        f"s{number}", WRONG + b"# %d" % number, key=key, callback_url=self._receiver.url
                    )
                    if answer.status_code == 202:
                        self.acknowledged[key] = answer.json()["id"]
                except httpx.HTTPError:
                    pass
                time.sleep(self._gap)
            if self.stopped.is_set():
                return


@pytest.fixture
def receiver():
    with receiving(status(204), new_secret()) as one:
        yield one


@pytest.fixture
def here(url, receiver, tmp_path):
    allowed = f'["127.0.0.0/8", "http://127.0.0.1:{receiver.port}"]'
    installation = Installation(tmp_path, url, drain_seconds=5, most_deaths=20, callbacks__allow=allowed)
    course = made.course(installation.database, "LM3").id
    with writing(installation.database) as connection:
        tokens.add(connection, "hook", name="signs", course_id=course, secret=receiver.secret)
    yield installation
    installation.close()


def killing(here: Installation, receiver: Receiver, kills: int, most_uploads: int, gap: float) -> None:
    chance = random.Random(_SEED)
    serve = here.serve()
    uploads = Uploading(here, receiver, gap, most_uploads)
    uploads.start()
    wait_for(lambda: here.said('"graded"'))
    for _ in range(kills):
        time.sleep(chance.uniform(0.1, 6))
        victim = chance.choice(["web", "worker", "both"])
        worker = worker_of(serve)
        if victim != "web":
            kill(worker)
        if victim != "worker":
            serve.kill()
            serve.wait()
            serve = here.serve()
    uploads.stopped.set()
    uploads.join(600)
    assert not uploads.is_alive()
    wait_for(lambda: _left(here) == 0, 1200)
    _check(here, receiver, uploads.acknowledged, serve)


def _left(here: Installation) -> int:
    """What is still to be graded or to be told."""
    open_attempts = "SELECT count(*) FROM attempts WHERE state IN ('queued', 'running')"
    unsent = "SELECT count(*) FROM deliveries WHERE state = 'waiting'"
    with reading(here.database) as connection:
        return connection.scalar(text(open_attempts)) + connection.scalar(text(unsent))


def _check(
    here: Installation, receiver: Receiver, acknowledged: dict[str, str], serve: subprocess.Popen[bytes]
) -> None:
    with reading(here.database) as connection:
        ids = dict(connection.execute(text("SELECT idempotency_key, id FROM submissions")).all())
        states = Counter(connection.scalars(text("SELECT state FROM attempts")))
        scores = list(connection.scalars(text("SELECT score FROM reports")))
        sent = dict(connection.execute(text("SELECT id, state FROM deliveries")).all())
    assert acknowledged, "nothing was handed in"
    assert ids == acknowledged, f"seed {_SEED}"
    assert states == {"done": len(acknowledged)}, f"seed {_SEED}"
    assert scores == [50.0] * len(acknowledged), f"seed {_SEED}"
    grades = {message.headers["webhook-id"]: parsed(message) for message in receiver.messages}
    assert all(parsed(one) == grades[one.headers["webhook-id"]] for one in receiver.messages), "one id, two grades"
    assert sent == dict.fromkeys(grades, "sent"), f"seed {_SEED}"
    told = Counter(grade["data"]["submission"] for grade in grades.values())
    assert told == Counter(acknowledged.values()), f"seed {_SEED}"
    assert here.state(next(iter(acknowledged.values())))["state"] == "done"
    assert serve.poll() is None
    again = len(receiver.messages) - len(grades)
    print(f"{len(acknowledged)} uploads, {again} messages came twice, seed {_SEED}")


def test_a_few_kills_lose_nothing(here, receiver):
    killing(here, receiver, kills=3, most_uploads=40, gap=0.1)


@pytest.mark.soak(seconds=1500)
def test_two_hundred_kills_lose_nothing(here, receiver):
    killing(here, receiver, kills=200, most_uploads=20_000, gap=0.7)
