"""`grade new`: the folder of a new assignment."""

import shlex
from pathlib import Path

import click

from grader.terminal import print_text


@click.command(short_help="Write the folder of a new assignment, ready to be verified.")
@click.argument("folder", metavar="NAME", type=click.Path(path_type=Path))
@click.option(
    "--from",
    "source",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Take the functions from this reference; default: a small one, to be replaced.",
)
def new(folder: Path, source: Path | None) -> None:
    """Write the assignment NAME: manifest, handout, starter, reference, right and wrong examples.

    NAME is a folder that does not exist yet; what it is called is the id. It verifies as it is. The functions, their
    arguments and the shapes are those of the reference, written in NumPy: shapes are read from annotations such as
    Annotated[np.ndarray, "n d"] or from docstrings such as "A (n, d)".
    """
    from grader.drafting.folder import write_assignment
    from grader.render.words import counted

    assignment = write_assignment(folder, source)
    lab = assignment.manifest
    print_text(
        f"Wrote {folder}: {counted(len(lab.function), 'function')}, {counted(len(lab.check), 'check')}, "
        f"{counted(len(lab.examples.wrong), 'wrong example')}.\nProve it: grade verify {shlex.quote(str(folder))}\n"
    )
