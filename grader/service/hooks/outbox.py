"""The loop that delivers what the outbox holds: at least once, and always under the same idempotency key.

A delivery is claimed for as long as a try can take, sent, and what became of it is written down. Who dies between the
two has said nothing: when the claim has run out the same message is sent again, and its receiver knows it by its id.
A claim runs out by the wall clock: one that leaps ahead by more than a claim while something is being sent has another
process send it too.
"""

import itertools
import random
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final, Protocol

import structlog
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from grader.render.escape import plain
from grader.service.columns import now
from grader.service.database import reading, writing
from grader.service.hooks.outcome import Done, Later, Never, Outcome
from grader.service.hooks.planning import Target
from grader.service.store import deliveries
from grader.service.store.deliveries import Delivery

#: Seconds before each further try, about; after the last one a delivery is dead. Three days in all.
PAUSES: Final = (5, 60, 300, 1800, 7200, 18_000, 36_000, 36_000, 86_400, 86_400)
#: Longer than a try can take: connecting to a few addresses, or three requests to a platform.
CLAIM: Final = timedelta(minutes=5)
_LONGEST_PAUSE: Final = 86_400.0  # seconds that a receiver may ask for
_MOST: Final = 1000  # deliveries to one receiver in one turn
_LONGEST_ERROR: Final = 300  # characters

_log = structlog.get_logger()


class Sender(Protocol):
    """Sends one kind of delivery. What it raises counts as a fault of ours, and is tried again."""

    def send(self, delivery: Delivery, *, dry_run: bool) -> Outcome:
        """Try it once; with `dry_run` find out and say what would be sent, and send nothing."""
        ...


class Outbox:
    """Delivers what is due. Several may work on one database."""

    def __init__(
        self,
        database: Engine,
        senders: Mapping[str, Sender],
        *,
        clock: Callable[[], datetime] = now,
        pauses: Sequence[float] = PAUSES,
        claim: timedelta = CLAIM,
    ) -> None:
        self._database, self._senders = database, senders
        self._clock, self._pauses, self._claim = clock, pauses, claim

    def send_due(self) -> int:
        """Try what is due once, one receiver after the other; return how many tries there were."""
        return sum(self._to_one_receiver(targets) for targets in self._receivers().values())

    def run(self, stop: threading.Event, *, every: float = 0.5, receivers: int = 8) -> None:
        """Deliver until `stop`, to several receivers at a time: none waits for a few others that are slow.

        A receiver is a connection, or the origin of addresses. They take turns: whose was longest ago goes first.
        Returns when what is being sent has ended.
        """
        busy: dict[str, threading.Thread] = {}
        turns, last_turn = itertools.count(1), dict[str, int]()
        while not stop.wait(every):
            busy = {receiver: work for receiver, work in busy.items() if work.is_alive()}
            waiting = self._receivers() if len(busy) < receivers else {}
            free = [receiver for receiver in waiting if receiver not in busy]
            for receiver in sorted(free, key=lambda one: last_turn.get(one, 0))[: receivers - len(busy)]:
                last_turn[receiver] = next(turns)
                # A daemon: one that hangs keeps no process from its end. Its claim runs out, and it is sent again.
                work = threading.Thread(target=self._to_one_receiver, args=(waiting[receiver], stop), daemon=True)
                busy[receiver] = work
                work.start()
        for work in busy.values():
            work.join()

    def rehearse(self, found: Iterable[Delivery]) -> list[tuple[Delivery, Outcome]]:
        """Return what would become of these if they were tried now, without sending or changing anything."""
        return [(one, self._tried(one, dry_run=True)) for one in found]

    def _receivers(self) -> dict[str, list[Target]]:
        """The targets for which something is due, by receiver, the longest due first."""
        try:
            with reading(self._database) as connection:
                due = [Target(*one) for one in deliveries.due_targets(connection, self._clock())]
        except SQLAlchemyError as error:  # it comes back, and nothing is lost meanwhile
            _log.warning("outbox cannot read", error=type(error).__name__)
            return {}
        receivers: dict[str, list[Target]] = {}
        for target in due:
            receivers.setdefault(target.shown, []).append(target)
        return receivers

    def _to_one_receiver(self, targets: Sequence[Target], stop: threading.Event | None = None) -> int:
        """Send to one receiver until it is in trouble: the rest stays due, and one is tried in the next round."""
        tries = 0
        try:
            for delivery in self._due(targets):
                if stop is not None and stop.is_set():
                    break
                outcome = self._deliver(delivery)
                tries += outcome is not None
                if isinstance(outcome, Later):
                    break
        except SQLAlchemyError as error:
            _log.warning("outbox cannot read or write", receiver=targets[0].shown, error=type(error).__name__)
        return tries

    def _due(self, targets: Sequence[Target]) -> list[Delivery]:
        with reading(self._database) as connection:
            addresses = [target.target for target in targets[:_MOST]]
            return deliveries.due(connection, self._clock(), targets[0].kind, addresses, _MOST)

    def _deliver(self, delivery: Delivery) -> Outcome | None:
        with writing(self._database) as connection:
            if not deliveries.claim(connection, delivery, self._clock() + self._claim):
                return None  # somebody else has it
        outcome = self._tried(delivery, dry_run=False)
        self._write_down(delivery, outcome)
        return outcome

    def _tried(self, delivery: Delivery, *, dry_run: bool) -> Outcome:
        sender = self._senders.get(delivery.kind)
        if sender is None:
            return Later(f"Nothing here sends deliveries of the kind {delivery.kind}.")
        try:
            return sender.send(delivery, dry_run=dry_run)
        except Exception as error:  # of ours; its text might hold a secret
            _log.error("a sender failed", delivery=delivery.id, kind=delivery.kind, error=type(error).__name__)
            return Later(f"This is a fault of the grader ({type(error).__name__}).")

    def _write_down(self, delivery: Delivery, outcome: Outcome) -> None:
        tried = delivery.tries + 1
        match outcome:
            case Done(note):
                state, said, next_at = "sent", note, None
            case Later(why, seconds) if tried <= len(self._pauses):
                state, said, next_at = "waiting", why, self._clock() + self._pause(tried, seconds)
            case Later(why) | Never(why):  # pragma: no branch  # there is no other
                state, said, next_at = "dead", why, None
        said = " ".join(plain(said).split())[:_LONGEST_ERROR]
        with writing(self._database) as connection:
            if state == "sent":
                deliveries.sent(connection, delivery.id, said or None)
            else:
                deliveries.failed(connection, delivery.id, said, next_at)
        _log.info("delivery", delivery=delivery.id, kind=delivery.kind, state=state, tries=tried)

    def _pause(self, tried: int, asked: float | None) -> timedelta:
        """The usual pause with some chance in it, so that not all come at once; or longer if the receiver asks."""
        usual = self._pauses[tried - 1] * random.uniform(0.8, 1.2)  # noqa: S311
        return timedelta(seconds=max(usual, min(asked or 0.0, _LONGEST_PAUSE)))
