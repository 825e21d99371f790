"""`grade submit FILE`: a service grades it, and the report is shown here."""

import sys
from pathlib import Path

import click

from grader.commands.grade import FORMATS, look_before_grading
from grader.errors import InternalError, RejectedError, UsageError
from grader.terminal import progress


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--url", required=True, envvar="GRADE_URL", help="Address of the service. Or the variable GRADE_URL.")
@click.option(
    "--token", required=True, envvar="GRADE_TOKEN",
    help="What lets you in. Better in the variable GRADE_TOKEN: others see what a command is given.",
)  # fmt: skip
@click.option("-a", "--assignment", metavar="ID", help="What to grade for; default: that of grader.toml.")
@click.option("--student", default="", metavar="KEY", help="Whose it is, with the token of an instructor or a hook.")
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="Form of the report."
)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write the report to a file, not to stdout."
)
@click.option("--fail-under", type=click.FloatRange(0, 100), metavar="P", help="Exit with 1 below P percent.")
@click.option(
    "--patience",
    type=click.FloatRange(1),
    default=600.0,
    show_default=True,
    metavar="SECONDS",
    help="How long to wait.",
)
def submit(
    file: Path,
    url: str,
    token: str,
    assignment: str | None,
    student: str,
    form: str,
    output: Path | None,
    fail_under: float | None,
    patience: float,
) -> None:
    """Hand in FILE (.py, .ipynb or .zip) at a service, wait, and show the report as `grade` does.

    It is handed in once, however often the network fails meanwhile.
    """
    look_before_grading(file, output, form)
    if not file.is_file():
        raise UsageError(f"{file} is a folder; hand in a zip of it.")
    with progress("Handing in and waiting …"):
        from grader.delivery import deliver
        from grader.remote import Remote
        from grader.settings import load_settings

        wanted = assignment or load_settings().default_assignment
        report = Remote(url, token, patience).grade(file, wanted, student)
    deliver(report, form, output)
    if report.status == "rejected":
        raise RejectedError(report.message)
    if report.score is None:
        raise InternalError(report.message)
    if fail_under is not None and 100 * report.score < fail_under * report.max_score:
        sys.exit(1)
