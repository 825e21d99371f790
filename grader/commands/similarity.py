"""`grade similarity`: what the submissions of a batch have in common, for a person to look at."""

from pathlib import Path

import click

from grader.terminal import print_text, progress


@click.command(short_help="Show what the submissions of a batch share.")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--most-share",
    type=click.FloatRange(0, 100),
    default=10,
    show_default=True,
    metavar="P",
    help="Hide what more than P percent of the class write in the same way.",
)
@click.option(
    "--passages", "by_text", is_flag=True, help="Compare whole texts too; needs pip install 'grader[similarity]'."
)
def similarity(folder: Path, most_share: float, by_text: bool) -> None:
    """Put functions that do the same steps side by side, in DIR/similarity.html and DIR/similarity.csv.

    It decides nothing and changes no score: small functions have few ways to be written.
    """
    from grader.assignment import load_assignment
    from grader.batch.evidence import evidence_csv, evidence_page
    from grader.batch.passages import passages
    from grader.batch.rerun import terms_of
    from grader.batch.similarity import similarity as compare
    from grader.batch.sources import starter, submissions
    from grader.delivery import write_whole
    from grader.errors import EnvironmentFaultError

    terms = terms_of(folder)
    with progress("Comparing …"):
        assignment = load_assignment(Path(terms.folder))
        everything = list(submissions(folder, terms, assignment))
        given = starter(assignment)
        found = compare(everything, given, most_share=most_share / 100)
        shared = passages(everything, given) if by_text else None
        page = evidence_page(found, shared, title=assignment.manifest.title)
    try:
        write_whole(folder / "similarity.html", page)
        write_whole(folder / "similarity.csv", evidence_csv(found))
    except OSError as error:
        raise EnvironmentFaultError(f"Nothing can be written into {folder}: {error.strerror}.") from error
    print_text(
        f"{found.students} submissions compared; {len(found.alike)} groups have functions in common that at most "
        f"{found.most} write so.\n{folder / 'similarity.html'}\n"
    )
