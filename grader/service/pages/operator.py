"""What an operator looks after: queue, workers and their sandboxes, what was parked, what was not delivered."""

from fastapi import Response
from fastapi.responses import RedirectResponse
from sqlalchemy import Connection

from grader.service import access
from grader.service.again import grade_again, send_again
from grader.service.database import reading
from grader.service.hooks.planning import Target
from grader.service.pages.route import pages
from grader.service.pages.showing import show
from grader.service.pages.visitor import Sent, SignedIn, TheService, Visitor
from grader.service.queue import nobody
from grader.service.refused import RefusedError
from grader.service.store import attempts, audit, deliveries, workers
from grader.service.store.attempts import Attempt

router = pages()
_LATEST = 30


@router.get("/operate")
def overview(service: TheService, who: SignedIn) -> Response:
    """Show how the service does. No work, no name and no token of anybody is on it."""
    _insist_on_operating(who)
    with reading(service.database) as connection:
        return show(
            "operate.html", who, counts=attempts.counts(connection), oldest=attempts.oldest_waiting(connection),
            workers=workers.all_of_them(connection), warning=nobody.warning(connection),
            deliveries=sorted(deliveries.counts(connection).items()),
            parked=_parked(connection), dead=deliveries.unsent(connection, dead=True), told_to=Target,
            audit=audit.latest(connection, _LATEST), config=service.config,
        )  # fmt: skip


@router.post("/operate/retry")
def retry(service: TheService, who: SignedIn, sent: Sent) -> Response:
    """Grade again what was parked and ticked."""
    actor = _insist_on_operating(who)
    with reading(service.database) as connection:
        known = [one.submission_id for one in _parked(connection) if one.submission_id in sent.texts.get("id", [])]
    grade_again(service, actor, known)
    return RedirectResponse("/operate", 303)


@router.post("/operate/resend")
def resend(service: TheService, who: SignedIn, sent: Sent) -> Response:
    """Try again to send what was given up and ticked."""
    send_again(service.database, _insist_on_operating(who), sent.texts.get("id", []))
    return RedirectResponse("/operate", 303)


def _insist_on_operating(who: Visitor) -> str:
    if who.token is None or not access.operates(who.token):
        raise RefusedError(403, "forbidden", "Only an operator sees this.")
    return who.token.id


def _parked(connection: Connection) -> list[Attempt]:
    """Return what is parked still: not graded again since."""
    parked = attempts.parked(connection)
    return [one for one in parked if attempts.of_submission(connection, one.submission_id)[0].id == one.id]
