"""`grade verify`: is a rubric what its assignment promises?"""

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import click

from grader.commands.output import insist_on_place
from grader.terminal import look, print_text

_QUICK, _USUAL = 1, 5  # seeds
_QUIET_SECONDS: Final = 10.0  # between two lines where nobody watches


@click.command(short_help="Prove that a rubric does what its assignment promises.")
@click.argument("assignments", nargs=-1, metavar="[ASSIGNMENT]...")
@click.option(
    "--seeds", type=click.IntRange(1), default=_USUAL, show_default=True, metavar="N", help="Try each with N seeds."
)
@click.option("--quick", is_flag=True, help="Try each once only.")
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="How many at a time; default: one for each core.")
@click.option("--html", type=click.Path(path_type=Path), metavar="FILE", help="Write the matrix as a page as well.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def verify(
    assignments: tuple[str, ...], seeds: int, quick: bool, jobs: int | None, html: Path | None, form: str
) -> None:
    """Prove rubrics: of each ASSIGNMENT (an id or a folder), or of all that there are.

    The reference and every accepted example get full marks, the starter none, each wrong example fails exactly the
    checks that it declares and is named as declared, each check is failed by some example; whatever the seed. Mutants
    of the reference that would get full marks are listed. Ends with 4 where a rubric is not proven.
    """
    from grader.assignment import load_assignment
    from grader.batch.running import usable_cores
    from grader.delivery import write_whole
    from grader.errors import AssignmentError, EnvironmentFaultError
    from grader.settings import find_assignment, known_assignments, load_settings
    from grader.verify.concluding import prove_rubric
    from grader.verify.crew import try_all
    from grader.verify.lines import proof_text
    from grader.verify.page import page

    if html is not None:
        insist_on_place(html)
    settings = load_settings()
    proofs = []
    for name in assignments or known_assignments(settings):
        assignment = load_assignment(find_assignment(settings, name))
        with _shown(assignment.manifest.id) as watch:
            found = try_all(assignment, seeds=_QUICK if quick else seeds, jobs=jobs or usable_cores(), watch=watch)
        proofs.append(prove_rubric(assignment, found))
        if form == "text":
            print_text(proof_text(proofs[-1], look(), tables=sys.stdout.isatty()))
    if form == "json":
        print_text(json.dumps([proof.model_dump(mode="json") for proof in proofs], indent=2) + "\n")
    if html is not None:
        try:
            write_whole(html, page(proofs))
        except OSError as error:
            raise EnvironmentFaultError(f"{html} cannot be written: {error.strerror}.") from error
    unproven = [proof.assignment.id for proof in proofs if not proof.proven]
    if unproven:
        raise AssignmentError(f"Not proven: {', '.join(unproven)}.")


@contextmanager
def _shown(name: str) -> Iterator[Callable[[int, int], None]]:
    """Yield what shows progress on stderr: a bar in a terminal, or a line now and then."""
    if sys.stderr.isatty():
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (TextColumn(name), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task("", total=None)
            yield lambda done, total: bar.update(task, completed=done, total=total)
        return
    last = [time.monotonic()]

    def tell(done: int, total: int) -> None:
        if time.monotonic() - last[0] >= _QUIET_SECONDS:
            last[0] = time.monotonic()
            click.echo(f"{name}: {done} of {total}", err=True)

    yield tell
