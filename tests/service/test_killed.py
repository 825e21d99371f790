"""Nothing that was acknowledged is lost, whatever is killed and when; and nothing is graded or told twice."""

import random
import subprocess
import threading
import time
from collections import Counter

import httpx2 as httpx
import pytest
from sqlalchemy import text

from grader.service.database import reading
from tests.service.running import WRONG, Installation, kill, wait_for, worker_of

_SEED = random.SystemRandom().randrange(2**32)


class Uploading(threading.Thread):
    """Hands in again and again; what is not acknowledged is sent again with its key, as a good client does."""

    def __init__(self, here: Installation, gap: float, most: int) -> None:
        super().__init__(daemon=True)
        self._here, self._gap, self._most = here, gap, most
        self.acknowledged: dict[str, str] = {}
        self.stopped = threading.Event()

    def run(self) -> None:
        for number in range(self._most):
            key = f"key{number}"
            while key not in self.acknowledged:
                try:
                    answer = self._here.upload(
                        f"s{number}", WRONG + b"# %d" % number, key=key, callback_url="https://lms.example/done"
                    )
                    if answer.status_code == 202:
                        self.acknowledged[key] = answer.json()["id"]
                except httpx.HTTPError:
                    pass
                time.sleep(self._gap)
            if self.stopped.is_set():
                return


@pytest.fixture
def here(url, tmp_path):
    allowed = '["lms.example"]'
    installation = Installation(tmp_path, url, drain_seconds=5, most_deaths=20, callbacks__allow=allowed)
    yield installation
    installation.close()


def killing(here: Installation, kills: int, most_uploads: int, gap: float) -> None:
    chance = random.Random(_SEED)
    serve = here.serve()
    uploads = Uploading(here, gap, most_uploads)
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
    wait_for(lambda: _open(here) == 0, 900)
    _check(here, uploads.acknowledged, serve)


def _open(here: Installation) -> int:
    with reading(here.database) as connection:
        return connection.scalar(text("SELECT count(*) FROM attempts WHERE state IN ('queued', 'running')"))


def _check(here: Installation, acknowledged: dict[str, str], serve: subprocess.Popen[bytes]) -> None:
    with reading(here.database) as connection:
        ids = dict(connection.execute(text("SELECT idempotency_key, id FROM submissions")).all())
        states = Counter(connection.scalars(text("SELECT state FROM attempts")))
        scores = list(connection.scalars(text("SELECT score FROM reports")))
        told = Counter(connection.scalars(text("SELECT attempt_id FROM deliveries")))
    assert acknowledged, "nothing was handed in"
    assert ids == acknowledged, f"seed {_SEED}"
    assert states == {"done": len(acknowledged)}, f"seed {_SEED}"
    assert scores == [50.0] * len(acknowledged), f"seed {_SEED}"
    assert sorted(told.values()) == [1] * len(acknowledged), f"seed {_SEED}"
    assert here.state(next(iter(acknowledged.values())))["state"] == "done"
    assert serve.poll() is None


def test_five_kills_lose_nothing(here):
    killing(here, kills=5, most_uploads=60, gap=0.1)


@pytest.mark.soak
def test_two_hundred_kills_lose_nothing(here):
    killing(here, kills=200, most_uploads=20_000, gap=0.2)
