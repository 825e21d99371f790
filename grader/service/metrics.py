"""What is measured, read from the tables when it is asked for; numbers only."""

from collections.abc import Iterable, Mapping
from typing import Final

from prometheus_client import CollectorRegistry, Metric
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector
from sqlalchemy import Engine

from grader.service.columns import now
from grader.service.database import reading
from grader.service.store import attempts, deliveries, reports, workers

_STATES: Final = ("queued", "running", "done", "parked", "cancelled")


class Tables(Collector):
    """Asks the tables at each scrape, so that every process that serves says the same."""

    def __init__(self, database: Engine) -> None:
        self._database = database

    def collect(self) -> Iterable[Metric]:
        """Yield all metrics."""
        with reading(self._database) as connection:
            states = attempts.counts(connection)
            oldest = attempts.oldest_waiting(connection)
            outbox = deliveries.counts(connection)
            outcomes = reports.counts(connection)
            crew = workers.all_of_them(connection)
        yield _by("grader_attempts", "Attempts by state.", "state", {state: states.get(state, 0) for state in _STATES})
        age = (now() - oldest).total_seconds() if oldest else 0
        yield GaugeMetricFamily("grader_oldest_waiting_seconds", "Age of the attempt that waits longest.", value=age)
        yield _by("grader_reports", "Reports by status.", "status", outcomes)
        found = GaugeMetricFamily("grader_deliveries", "Deliveries by kind and state.", labels=["kind", "state"])
        for (kind, state), number in outbox.items():
            found.add_metric([kind, state], number)
        yield found
        yield GaugeMetricFamily("grader_workers", "Workers that are there.", value=len(crew))
        yield GaugeMetricFamily("grader_slots", "Gradings that can run at a time.", value=sum(w.slots for w in crew))


def registry_of(database: Engine) -> CollectorRegistry:
    """Return a registry of its own, with nothing of the process in it."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(Tables(database))
    return registry


def _by(name: str, help: str, label: str, values: Mapping[str, int]) -> Metric:  # noqa: A002
    found = GaugeMetricFamily(name, help, labels=[label])
    for key, value in values.items():
        found.add_metric([key], value)
    return found
