"""The command line: words to one call, its result to an exit code.

Results go to stdout, progress and complaints to stderr. Exit codes: 0 graded, 1 below --fail-under, 2 usage,
3 the submission cannot be graded, 4 a fault of ours or of the assignment, 5 of this machine, 130 interrupted.

The worker is started before anything else is imported: it loads torch while this process loads the judge.
"""

import difflib
import os
import shutil
import signal
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from grader.errors import EnvironmentFaultError, GraderError, InternalError, RejectedError, UsageError
from grader.render.escape import plain
from grader.sandbox.launching import launcher_for

if TYPE_CHECKING:
    from grader.assignment import Assignment
    from grader.report import Report
    from grader.sandbox.forkserver import ForkLauncher
    from grader.sandbox.process import ProcessLauncher

_FORMATS = ("text", "json", "html", "markdown", "junit")
_DEFAULT = ""  # the name of the command that needs none; no file can have it
_WIDTHS = (20, 100)  # columns: narrower is unreadable, wider is tiring


class SubmissionCommand(click.Command):
    """What `grade SUBMISSION` does. Its help is that of `grade`."""

    def get_help(self, ctx: click.Context) -> str:
        """Show the help of the whole."""
        return ctx.parent.get_help() if ctx.parent else super().get_help(ctx)


class DefaultGroup(click.Group):
    """A group whose first word may be a submission instead of a command."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take a first word that is no command as the submission to grade."""
        if not args:
            raise click.UsageError("Name the submission to grade, or see grade --help.")
        if args[0] not in (*self.commands, "-h", "--help", "--version"):
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


@click.group(
    cls=DefaultGroup,
    no_args_is_help=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 graded, 1 below --fail-under, 2 usage, 3 the submission cannot be graded, 4 a fault of the "
    "grader or of the assignment, 5 a fault of this machine, 130 interrupted.",
)
@click.version_option(package_name="grader", message="%(package)s %(version)s")
def cli() -> None:
    """Grade a submission: a .py file, a notebook, a zip or a folder.

    It runs in a process of its own, is scored by the assignment's rubric against a reference, and every point that
    is not given is explained. The report goes to stdout.
    A file that is called like a command is graded as ./FILE.
    """


@cli.command(_DEFAULT, cls=SubmissionCommand, hidden=True)
@click.argument("submission", type=click.Path(path_type=Path))
@click.option("-a", "--assignment", metavar="ID|FOLDER", help="What to grade for; default: that of grader.toml.")
@click.option(
    "--format", "form", type=click.Choice(_FORMATS), default="text", show_default=True, help="Form of the report."
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
    _look_before_grading(submission, output, form)
    with launcher_for(sandbox) as launcher:  # type: ignore[arg-type]  # click checked it
        launcher.warm()
        with _progress("Loading torch and grading …"):
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

    _print(json.dumps(Report.model_json_schema(mode="serialization"), indent=2) + "\n")


@cli.command()
def doctor() -> None:
    """Show how well this machine confines submissions."""
    from grader.sandbox.examination import examine
    from grader.settings import load_settings

    level, text = examine()
    _print(text)
    _insist(level, load_settings().sandbox.require)


def _insist(level: str, required: str) -> None:
    """Stop where the sandbox is weaker than grader.toml requires."""
    from grader.sandbox.levels import LEVELS

    order = [str(known) for known in LEVELS]
    if order.index(level) > order.index(required):
        raise EnvironmentFaultError(
            f"The sandbox level is {level}, but grader.toml requires {required}. See grade doctor for what is missing."
        )


def _look_before_grading(submission: Path, output: Path | None, form: str) -> None:
    """Refuse in an instant what would fail after the grading."""
    if not submission.exists():
        near = difflib.get_close_matches(str(submission), filter(None, cli.commands), n=1)
        hint = f" Did you mean the command {near[0]}?" if near else ""
        raise UsageError(f"There is no file or folder at {str(submission)!r}.{hint}")
    if output is None:
        if form == "html" and sys.stdout.isatty():
            raise UsageError("A page is nothing to read in a terminal: add -o FILE, and open that in a browser.")
        return
    if output.exists() and output.samefile(submission):
        raise UsageError(f"{output} is the submission; write the report to another file.")
    if not output.parent.is_dir():
        raise EnvironmentFaultError(f"{output} cannot be written: there is no folder {output.parent}.")
    if output.is_dir():
        raise EnvironmentFaultError(f"{output} cannot be written: it is a folder.")


def _grade(
    submission: Path, wanted: str | None, launcher: "ForkLauncher | ProcessLauncher", seed: int | None
) -> "tuple[Report, GraderError | None]":
    """Grade, or report why there is no score; only what is wrong before an assignment is known is raised."""
    from grader.settings import find_assignment, load_settings

    settings = load_settings()
    folder = find_assignment(settings, wanted)
    _insist(launcher.level, settings.sandbox.require)

    from grader.assignment import load_assignment
    from grader.judge.grading import grade
    from grader.submission.reading import read_submission

    assignment = load_assignment(folder)
    intake = assignment.manifest.submission
    try:
        source = read_submission(
            submission, entry=intake.entry, notebook=intake.notebook, wanted=assignment.manifest.function_names
        )
        return grade(source, assignment, launcher, seed=seed), None
    except UsageError:
        raise
    except GraderError as error:
        return _no_score(error, submission, assignment, launcher, seed), error
    except Exception as error:  # nobody expected it; it must not cost the student a point
        return _no_score(fault := _fault(error), submission, assignment, launcher, seed), fault


def _no_score(
    error: GraderError,
    submission: Path,
    assignment: "Assignment",
    launcher: "ForkLauncher | ProcessLauncher",
    seed: int | None,
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

    if output is None and report.score is None and form == "text":
        return  # the sentence on stderr says it all
    terminal = output is None and sys.stdout.isatty()
    color = terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    least, most = _WIDTHS
    width = min(max(shutil.get_terminal_size().columns, least), most) if terminal else 80
    text = render(report, form, width=width, color=color)  # type: ignore[arg-type]  # click checked it
    if output is None:
        _print(text)
        return
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise EnvironmentFaultError(f"{output} cannot be written: {error.strerror}.") from error


def _print(text: str) -> None:
    try:
        click.echo(text, nl=False)
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python tries once more when it leaves
        raise EnvironmentFaultError(f"The report cannot be written: {error.strerror}.") from error


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
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_DFL:  # nohup ignores one, and means it
            signal.signal(number, signal.default_int_handler)  # as Ctrl-C: the worker is ended too
    try:
        sys.exit(cli.main(args, prog_name="grade", standalone_mode=False) or 0)
    except GraderError as error:
        _complain(error, error.exit_code)
    except click.ClickException as error:
        _complain(error.format_message(), error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        _complain("interrupted", 130)
    except Exception as error:  # nobody expected it
        fault = _fault(error)
        _complain(fault, fault.exit_code)


def _fault(error: Exception) -> GraderError:
    """Say whose fault an exception is that nobody expected: of this machine (no disk, no memory, …) or ours."""
    what = " ".join(f"{type(error).__name__}: {error}".split())
    sentence = "This is a fault of {}, not of the submission; no score is given ({})."
    fault: GraderError = InternalError(sentence.format("the grader", what))
    if isinstance(error, (OSError, MemoryError)):
        fault = EnvironmentFaultError(sentence.format("this machine", what))
    fault.__cause__ = error
    return fault


def _complain(what: object, exit_code: int) -> NoReturn:
    """Say in one line on stderr why there is no success; for a bug of ours, where it is."""
    click.echo(f"grade: {plain(str(what))}", err=True)
    if isinstance(what, InternalError) and what.__cause__ is not None:
        click.echo(plain("".join(traceback.format_exception(what.__cause__))), err=True, nl=False)
    sys.exit(exit_code)


def _never_fail_on_a_character(stream: Any) -> None:  # noqa: ANN401  # a text stream, or what replaced it
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="replace")
