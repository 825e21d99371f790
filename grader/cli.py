"""The command line: words to one call, its result to an exit code.

Results go to stdout, progress and complaints to stderr. Exit codes: 0 graded, 1 below --fail-under, 2 usage,
3 the submission cannot be graded, 4 a fault of ours or of the assignment, 5 of this machine, 130 interrupted.
"""

import signal
import sys
from typing import NoReturn

import click

from grader.commands.backup import backup, restore
from grader.commands.batch import batch
from grader.commands.deliveries import deliveries
from grader.commands.doctor import doctor
from grader.commands.export import export
from grader.commands.glance import glance
from grader.commands.grade import NAMELESS, grade
from grader.commands.new import new
from grader.commands.numbers import numbers
from grader.commands.regrade import regrade
from grader.commands.schema import schema
from grader.commands.serve import serve
from grader.commands.similarity import similarity
from grader.commands.submit import submit
from grader.commands.token import token
from grader.commands.verify import verify
from grader.commands.worker import worker
from grader.errors import GraderError, fault_of
from grader.terminal import complain, never_fail_on_a_character


class DefaultGroup(click.Group):
    """A group whose first word may be a submission instead of a command."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take a first word that is no command as the submission to grade."""
        if not args:
            raise click.UsageError("Name the submission to grade, or see grade --help.")
        if args[0] not in (*self.commands, "-h", "--help", "--version"):
            args = [NAMELESS, *args]
        return super().parse_args(ctx, args)

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Show both ways to call."""
        formatter.write_usage("grade", "SUBMISSION [OPTIONS]")
        formatter.write_usage("grade", "COMMAND [OPTIONS]", prefix="       ")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Show the options of grading, then the commands."""
        self.commands[NAMELESS].format_options(ctx, formatter)
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


cli.add_command(grade)
cli.add_command(batch)
cli.add_command(glance)
cli.add_command(regrade)
cli.add_command(similarity)
cli.add_command(submit)
cli.add_command(doctor)
cli.add_command(export)
cli.add_command(new)
cli.add_command(numbers)
cli.add_command(schema)
cli.add_command(serve)
cli.add_command(worker)
cli.add_command(token)
cli.add_command(deliveries)
cli.add_command(backup)
cli.add_command(restore)
cli.add_command(verify)


def main(args: list[str] | None = None) -> NoReturn:
    """Run the command line and leave with its exit code."""
    never_fail_on_a_character()
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_DFL:  # nohup ignores one, and means it
            signal.signal(number, signal.default_int_handler)  # as Ctrl-C: the worker is ended too
    try:
        sys.exit(cli.main(args, prog_name="grade", standalone_mode=False) or 0)
    except GraderError as error:
        _leave(error, error.exit_code)
    except click.ClickException as error:
        _leave(error.format_message(), error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        _leave("interrupted", 130)
    except Exception as error:  # nobody expected it
        fault = fault_of(error)
        _leave(fault, fault.exit_code)


def _leave(what: object, exit_code: int) -> NoReturn:
    complain(what)
    sys.exit(exit_code)
