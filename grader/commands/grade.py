"""`grade SUBMISSION`: the command that needs no name.

The worker is started before anything heavy is imported: it loads torch while this process loads the judge.
"""

import difflib
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.commands.output import insist_on_place
from grader.errors import UsageError
from grader.sandbox.launching import launcher_for
from grader.terminal import ReaderGoneError, progress

if TYPE_CHECKING:
    from grader.sandbox.forkserver import ForkLauncher
    from grader.sandbox.process import ProcessLauncher

NAMELESS = ""  # the name of the command that needs none; no file can have it
FORMATS = ("text", "json", "html", "markdown", "junit", "gradescope", "prairielearn", "autolab")


class SubmissionCommand(click.Command):
    """What `grade SUBMISSION` does. Its help is that of `grade`."""

    def get_help(self, ctx: click.Context) -> str:
        """Show the help of the whole."""
        return ctx.parent.get_help() if ctx.parent else super().get_help(ctx)


@click.command(NAMELESS, cls=SubmissionCommand, hidden=True)
@click.argument("submission", type=click.Path(path_type=Path))
@click.option("-a", "--assignment", metavar="ID|FOLDER", help="What to grade for; default: that of grader.toml.")
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="Form of the report."
)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write the report to a file, not to stdout."
)
@click.option(
    "--seed", type=click.IntRange(0, 2**53 - 1), metavar="N", help="Repeat a run exactly: the seed is in its report."
)
@click.option("--fail-under", type=click.FloatRange(0, 100), metavar="P", help="Exit with 1 below P percent.")
@click.option(
    "--sandbox",
    type=click.Choice(["auto", "namespaces", "landlock", "process"]),
    default="auto",
    show_default=True,
    help="How to confine it.",
)
@click.option("--watch", is_flag=True, help="Grade again at each save, and show what changed. Ctrl-C ends it, with 0.")
def grade(
    submission: Path,
    assignment: str | None,
    form: str,
    output: Path | None,
    seed: int | None,
    fail_under: float | None,
    sandbox: str,
    watch: bool,
) -> None:
    """Grade one submission."""
    if watch and fail_under is not None:
        raise UsageError("--fail-under decides how grade ends; --watch goes on until it is interrupted.")
    look_before_grading(submission, output, form)
    with launcher_for(sandbox) as launcher:  # type: ignore[arg-type]  # click checked it
        launcher.warm()
        if watch:
            _watch(submission, assignment, launcher, seed, form, output)
            return
        with progress("Loading torch and grading …"):
            from grader.attempt import attempt
            from grader.delivery import deliver

            report, failure = attempt(submission, assignment, launcher, seed)
    deliver(report, form, output)
    if failure is not None:
        raise failure
    if fail_under is not None and 100 * (report.score or 0) < fail_under * report.max_score:
        sys.exit(1)


def _watch(
    submission: Path,
    assignment: str | None,
    launcher: "ForkLauncher | ProcessLauncher",
    seed: int | None,
    form: str,
    output: Path | None,
) -> None:
    """Watch until the person interrupts it or reads no further: both are how a watch is meant to end."""
    with progress("Loading torch …"):
        from grader.attempt import attempt
        from grader.screen import Screen
        from grader.watching import watch

    try:
        watch(
            submission,
            launcher,
            lambda found: attempt(submission, assignment, found, seed),
            Screen(submission, form, output),
        )
    except KeyboardInterrupt:
        if sys.stderr.isatty():
            click.echo(err=True)  # after the ^C that the terminal shows
    except ReaderGoneError:
        pass


def look_before_grading(submission: Path, output: Path | None, form: str) -> None:
    """Refuse in an instant what would fail after the grading."""
    if not os.path.exists(submission):  # noqa: PTH110  # Path.exists raises for a name that is too long
        near = difflib.get_close_matches(str(submission), _commands(), n=1)
        hint = f" Did you mean the command {near[0]}?" if near else ""
        raise UsageError(f"There is no file or folder at {str(submission)!r}.{hint}")
    if output is None:
        if form == "html" and sys.stdout.isatty():
            raise UsageError("A page is nothing to read in a terminal: add -o FILE, and open that in a browser.")
        return
    if output.exists() and output.samefile(submission):
        raise UsageError(f"{output} is the submission; write the report to another file.")
    insist_on_place(output)
    if (
        submission.is_dir()
        and output.suffix in (".py", ".ipynb")
        and output.resolve().is_relative_to(submission.resolve())
    ):
        raise UsageError(f"{output} would be a part of the submission; write the report elsewhere.")


def _commands() -> list[str]:
    above = click.get_current_context().parent
    return above.command.list_commands(above) if above and isinstance(above.command, click.Group) else []
