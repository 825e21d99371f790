"""The command line: words to one call, its result to an exit code.

Results go to stdout, progress and complaints to stderr. Exit codes: 0 graded, 1 below --fail-under, 2 usage,
3 the submission cannot be graded, 4 a fault of ours or of the assignment, 5 of this machine, 130 interrupted.

The worker is started before anything else is imported: it loads torch while this process loads the judge.
"""

import difflib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from grader.errors import EnvironmentFaultError, GraderError, RejectedError, UsageError
from grader.sandbox.process import ProcessLauncher

if TYPE_CHECKING:
    from grader.assignment import Assignment
    from grader.report import Report

_FORMATS = ("text", "json", "markdown", "junit")
_DEFAULT = "submission"


class DefaultGroup(click.Group):
    """A group whose first word may be a submission instead of a command."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take a first word that is no command as the submission to grade."""
        if args and args[0] not in self.commands and args[0] not in ("-h", "--help", "--version"):
            args = [_DEFAULT, *args]
        return super().parse_args(ctx, args)

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Show both ways to call."""
        formatter.write_usage("grade", "SUBMISSION [OPTIONS]")
        formatter.write_usage("grade", "COMMAND [OPTIONS]", prefix="       ")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Show the options of grading, then the commands."""
        self.commands[_DEFAULT].format_options(ctx, formatter)
        self.format_commands(ctx, formatter)


@click.group(cls=DefaultGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="grader", message="%(package)s %(version)s")
def cli() -> None:
    """Grade a submission: a .py file, a notebook, a zip or a folder.

    It runs in a process of its own, is scored by the assignment's rubric against a reference, and every point that
    is not given is explained. The report goes to stdout.
    """


@cli.command(_DEFAULT, hidden=True)
@click.argument("submission", type=click.Path(path_type=Path))
@click.option("-a", "--assignment", metavar="ID|FOLDER", help="What to grade for; default: that of grader.toml.")
@click.option(
    "--format", "form", type=click.Choice(_FORMATS), default="text", show_default=True, help="Form of the report."
)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write the report to a file, not to stdout.")
@click.option("--seed", type=click.IntRange(0, 2**53 - 1), help="Repeat a run exactly: the seed is in its report.")
@click.option("--fail-under", type=click.FloatRange(0, 100), metavar="P", help="Exit with 1 below P percent.")
@click.option(
    "--sandbox", type=click.Choice(["auto", "process"]), default="auto", show_default=True, help="How to confine it."
)
def grade_command(
    submission: Path,
    assignment: str | None,
    form: str,
    output: Path | None,
    seed: int | None,
    fail_under: float | None,
    sandbox: str,
) -> None:
    """Grade one submission."""
    if not submission.exists():
        near = difflib.get_close_matches(str(submission), cli.commands, n=1)
        hint = f" Did you mean the command {near[0]}?" if near else ""
        raise UsageError(f"There is no file or folder at {submission}.{hint}")
    with _progress("Loading torch and grading …"), ProcessLauncher() as launcher:
        launcher.warm()
        report, failure = _grade(submission, assignment, launcher, seed)
    _write(report, form, output)
    if failure is not None:
        raise failure
    if fail_under is not None and 100 * (report.score or 0) < fail_under * report.max_score:
        sys.exit(1)


@cli.command()
def schema() -> None:
    """Print the JSON Schema of the report."""
    import json

    from grader.report import Report

    click.echo(json.dumps(Report.model_json_schema(mode="serialization"), indent=2))


def _grade(
    submission: Path, wanted: str | None, launcher: ProcessLauncher, seed: int | None
) -> "tuple[Report, GraderError | None]":
    """Grade, or report why there is no score; only what is wrong before an assignment is known is raised."""
    from grader.assignment import load_assignment
    from grader.judge.grading import grade
    from grader.settings import find_assignment, load_settings
    from grader.submission.reading import read_submission

    assignment = load_assignment(find_assignment(load_settings(), wanted))
    intake = assignment.manifest.submission
    try:
        source = read_submission(submission, entry=intake.entry, notebook=intake.notebook)
        return grade(source, assignment, launcher, seed=seed), None
    except UsageError:
        raise
    except GraderError as error:
        return _no_score(error, submission, assignment, launcher, seed), error


def _no_score(
    error: GraderError, submission: Path, assignment: "Assignment", launcher: ProcessLauncher, seed: int | None
) -> "Report":
    from grader.report import Report, SandboxInfo, SubmissionInfo, Timings

    return Report(
        status="rejected" if isinstance(error, RejectedError) else "grader_error",
        message=str(error),
        score=None,
        max_score=assignment.max_score,
        assignment=assignment.info,
        submission=SubmissionInfo(name=submission.name, sha256="", functions={}),
        sandbox=SandboxInfo(level=launcher.level, layers=launcher.layers),
        environment={},
        seed=seed,
        timings=Timings(start=0, load=0, calls=0, total=0),
    )


def _write(report: "Report", form: str, output: Path | None) -> None:
    from grader.render.formats import render

    terminal = output is None and sys.stdout.isatty()
    color = terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    width = min(os.get_terminal_size(sys.stdout.fileno()).columns, 100) if terminal else 80
    if report.score is None and form == "text":
        return  # the sentence on stderr says it all
    text = render(report, form, width=max(width, 20), color=color)  # type: ignore[arg-type]  # click checked it
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise EnvironmentFaultError(f"{output} cannot be written: {error.strerror}.") from error


@contextmanager
def _progress(message: str) -> Iterator[None]:
    """Show a spinner on stderr where a person watches it."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(message):
        yield


def main(args: list[str] | None = None) -> NoReturn:
    """Run the command line and leave with its exit code."""
    for stream in (sys.stdout, sys.stderr):
        _never_fail_on_a_character(stream)
    try:
        sys.exit(cli.main(args, prog_name="grade", standalone_mode=False) or 0)
    except GraderError as error:
        click.echo(f"grade: {error}", err=True)
        sys.exit(error.exit_code)
    except click.ClickException as error:
        click.echo(f"grade: {error.format_message()}", err=True)
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo("grade: interrupted", err=True)
        sys.exit(130)


def _never_fail_on_a_character(stream: Any) -> None:  # noqa: ANN401  # a text stream, or what replaced it
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="replace")
