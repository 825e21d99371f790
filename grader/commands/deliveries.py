"""`grade deliveries`: what the service has still to tell others, and what it gave up."""

from typing import TYPE_CHECKING

import click

from grader.commands.needing import needs_service
from grader.errors import UsageError
from grader.terminal import print_text

if TYPE_CHECKING:
    from grader.service.hooks.outcome import Outcome
    from grader.service.store.deliveries import Delivery


@click.command()
@click.option("--dead", is_flag=True, help="Only what was given up.")
@click.option("--retry", metavar="ID|all", help="Have the service send again what was given up: one, or all of it.")
@click.option("--dry-run", is_flag=True, help="Say what would come of each if it were sent now; change nothing.")
def deliveries(dead: bool, retry: str | None, dry_run: bool) -> None:
    """List the grades and callbacks that have not arrived, and why; or try again."""
    needs_service()
    from grader.commands.opening import opened
    from grader.service.again import send_again
    from grader.service.database import reading
    from grader.service.delivering import Delivering
    from grader.service.queue.inline import InlineJobs
    from grader.service.service import Service
    from grader.service.store import deliveries as store
    from grader.settings import load_settings

    with opened() as (database, files):
        with reading(database) as connection:
            found = store.unsent(connection, dead=dead or retry is not None, most=None)
        wanted = [one.delivery for one in found if retry in (None, "all", one.delivery.id)]
        if retry not in (None, "all") and not wanted:
            raise UsageError(f"There is no dead delivery {retry!r}; see grade deliveries --dead.")
        if dry_run:
            service = Service(load_settings(), database, files, InlineJobs())
            lines = [_line(one, _foretold(what)) for one, what in Delivering(service).outbox.rehearse(wanted)]
        elif retry is not None:
            count = send_again(database, "terminal", [one.id for one in wanted])
            click.echo(f"{count} will be sent again by the service", err=True)
            return
        else:
            lines = [_line(one, one.last_error or "") for one in wanted]
    print_text("".join(f"{line}\n" for line in lines))


def _line(delivery: "Delivery", said: str) -> str:
    from grader.service.hooks.planning import Target

    who = Target(delivery.kind, delivery.target).shown
    return f"{delivery.id}  {delivery.state:7}  tries {delivery.tries:2}  {who}  {said}".rstrip()


def _foretold(outcome: "Outcome") -> str:
    from grader.service.hooks.outcome import Done, Later

    match outcome:
        case Done(note):
            return note or "would be sent"
        case Later(why):
            return f"would be tried later: {why}"
        case _:
            return f"would be given up: {outcome.why}"
