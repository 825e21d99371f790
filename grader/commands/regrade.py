"""`grade regrade`: the same submissions again, and who moves."""

from pathlib import Path

import click

from grader.commands.output import insist_on_place
from grader.terminal import print_text, progress


@click.command(short_help="Grade a batch again and tell who moves.")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "-a", "--assignment", metavar="ID|FOLDER", help="Grade by this one; default: that of the batch, as it is now."
)
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="How many at a time; default: one for each core.")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write the moves as a CSV as well."
)
@click.option("--apply", is_flag=True, help="Put the new results into DIR; the old ones are kept in DIR/before-N.")
def regrade(folder: Path, assignment: str | None, jobs: int | None, output: Path | None, apply: bool) -> None:
    """Grade the submissions of the batch in DIR again, and tell who goes up or down, by which check, and why.

    The submissions and the seed are the same, the rubric and the packages those of today. Without --apply nothing in
    DIR is changed.
    """
    from grader.batch import folder as places
    from grader.batch.moves import moves_csv, moves_text
    from grader.batch.regrading import regrading
    from grader.batch.rerun import grade_again, pairs, put_in_place, scratch_in, terms_of
    from grader.batch.results import load_results
    from grader.delivery import write_whole
    from grader.errors import EnvironmentFaultError

    if output is not None:
        insist_on_place(output)
    terms = terms_of(folder)
    load_results(folder)  # or what is damaged would be told when all is graded
    with places.held(folder, Path(terms.path), resume=True), scratch_in(folder) as scratch:
        again = scratch / "batch"
        with progress("Grading again …"):
            grade_again(terms, again, assignment, jobs)
            found = regrading(pairs(folder, again))
        print_text(moves_text(found))
        if output is not None:
            try:
                write_whole(output, moves_csv(found))
            except OSError as error:
                raise EnvironmentFaultError(f"{output} cannot be written: {error.strerror}.") from error
        if apply:
            kept = put_in_place(folder, again, found)
            print_text(f"\nThe new results are in {folder}, the old ones in {kept}.\n")
        elif found.moves:
            print_text("\nNothing was changed. With --apply the new results take the place of the old ones.\n")
