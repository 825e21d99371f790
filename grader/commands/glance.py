"""`grade glance`: the page of a class that has been graded."""

import os
from pathlib import Path

import click

from grader.terminal import print_text, progress


@click.command(short_help="Show the class of a batch on one page.")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--anonymous", is_flag=True, help="Leave out whoever did what, to show it in class.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Default: DIR/index.html, or DIR/anonymous.html.",
)
def glance(folder: Path, anonymous: bool, output: Path | None) -> None:
    """Show the class of the batch in DIR at a glance: scores, bugs, checks, who to look at, and everyone.

    It is one page, which sorts and filters without a server.
    """
    from grader.batch import folder as places
    from grader.batch.cohort import cohort
    from grader.batch.glance import glance as page
    from grader.batch.rerun import terms_of
    from grader.batch.results import load_results
    from grader.delivery import write_whole
    from grader.errors import EnvironmentFaultError

    terms = terms_of(folder)
    output = output or folder / ("anonymous.html" if anonymous else places.GLANCE)
    with progress("Reading the reports …"):
        results = load_results(folder)
        reports = (report for _, report in results.reports())
        text = page(
            results.rows, cohort(reports), title=terms.assignment.id, anonymous=anonymous, pages=terms.pages,
            home=os.path.relpath(folder.resolve(), output.resolve().parent),
        )  # fmt: skip
    try:
        write_whole(output, text)
    except OSError as error:
        raise EnvironmentFaultError(f"{output} cannot be written: {error.strerror}.") from error
    print_text(f"{output}\n")
