"""`grade numbers`: what each student of a lab with numbers of their own is to be asked."""

import secrets
from pathlib import Path

import click

from grader.terminal import print_text


@click.command(short_help="Print the numbers that each student is asked with.")
@click.argument("keys", nargs=-1, metavar="[KEY]...")
@click.option("-a", "--assignment", metavar="ID|FOLDER", help="The lab; default: that of grader.toml.")
@click.option(
    "--seed", type=click.IntRange(0, 2**53 - 1), metavar="N", help="That of the class, as for grade batch; else drawn."
)
@click.option(
    "--roster",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="FILE",
    help="The roster.json of an earlier batch of this class: all its keys.",
)
@click.option("--format", "form", type=click.Choice(["text", "csv"]), default="text", show_default=True)
def numbers(keys: tuple[str, ...], assignment: str | None, seed: int | None, roster: Path | None, form: str) -> None:
    """Print the numbers of each student KEY, for the handout: a key is what grades.csv calls so.

    Grade the class with the same --seed; keep it to yourself until then.
    """
    from grader.assignment import load_assignment
    from grader.batch.numbers import sheet_of, sheets_csv, sheets_text
    from grader.batch.results import load_roster
    from grader.batch.seeds import SEEDS
    from grader.errors import UsageError
    from grader.settings import find_assignment, load_settings

    lab = load_assignment(find_assignment(load_settings(), assignment))
    if not lab.manifest.fresh:
        raise UsageError(f"{lab.manifest.id} asks everybody with the same numbers: none of `said` has several.")
    everybody = (*keys, *(entry.key for entry in (load_roster(roster).entries if roster else ())))
    if not everybody:
        raise UsageError("Name the keys of students, or a --roster.")
    drawn = secrets.randbelow(SEEDS) if seed is None else seed
    sheets = [sheet_of(key, drawn, lab) for key in dict.fromkeys(everybody)]
    print_text(sheets_csv(sheets) if form == "csv" else sheets_text(sheets))
    if seed is None:
        print_text(f"Grade these with: grade batch … --seed {drawn}\n", err=True)
