"""`grade export`: grades and feedback in the form that a platform takes back."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from grader.errors import EnvironmentFaultError, UsageError
from grader.terminal import print_text

if TYPE_CHECKING:
    from grader.report import Report

_GRADEBOOKS: Final = (
    "canvas", "moodle", "blackboard", "brightspace", "csv", "junit", "canvas-feedback", "moodle-feedback"
)  # fmt: skip
_CONTRACTS: Final = ("gradescope", "prairielearn", "autolab")
_BUNDLED: Final = _CONTRACTS[:2]
_ZIPS: Final = _GRADEBOOKS[-2:]


@click.command()
@click.argument("form", metavar="FORMAT", type=click.Choice([*_GRADEBOOKS, *_CONTRACTS]))
@click.argument("path", metavar="[DIR]", required=False, type=click.Path(path_type=Path, exists=True))
@click.option(
    "--template",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="FILE",
    help="A download of the platform's gradebook, to fill in.",
)
@click.option("--column", metavar="NAME", help='The assignment there: "Title (123)", a title or an id.')
@click.option(
    "--feedback-column", metavar="NAME", help="Moodle in another language: the title of the feedback's column."
)
@click.option(
    "--points",
    type=click.FloatRange(0, min_open=True),
    metavar="N",
    help="What it is worth there, if not what the rubric is: scores are scaled.",
)
@click.option("--feedback/--no-feedback", default=True, help="Whether comments go along.  [default: yes]")
@click.option("--bom", is_flag=True, help="csv: begin as Excel likes it.")
@click.option("--key", metavar="KEY", help="The entry whose result is wanted (gradescope, prairielearn, autolab).")
@click.option(
    "--bundle",
    type=click.Path(path_type=Path),
    metavar="ZIP",
    help="Write what an instructor uploads or builds, so that the platform runs this grader.",
)
@click.option("--image", metavar="NAME", help="prairielearn --bundle: where its image will be, as in docker push NAME.")
@click.option("-a", "--assignment", metavar="ID|FOLDER", help="The assignment of the bundle.")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write to a file, not to stdout.")
def export(
    form: str,
    path: Path | None,
    template: Path | None,
    column: str | None,
    feedback_column: str | None,
    points: float | None,
    feedback: bool,
    bom: bool,
    key: str | None,
    bundle: Path | None,
    image: str | None,
    assignment: str | None,
    output: Path | None,
) -> None:
    """Write the grades of a batch's folder DIR for a platform.

    FORMAT is canvas, moodle, blackboard, brightspace, csv, junit, canvas-feedback or moodle-feedback; or gradescope,
    prairielearn or autolab, which take one report: DIR with --key, or a report's JSON file.
    What was left out, and why, is told on stderr.
    """  # fmt: skip
    if image is not None and (form != "prairielearn" or bundle is None):
        raise UsageError("--image goes with prairielearn --bundle only.")
    if bundle is not None:
        _bundle(form, bundle, assignment, image)
    if path is None:
        if bundle is None:
            raise UsageError("Name the folder of a batch.")
        return
    if form in _CONTRACTS:
        _write(_result(form, _report(path, key), column, feedback=feedback).encode(), output)
        return
    if form in _ZIPS and output is None and sys.stdout.isatty():
        raise UsageError("A zip is nothing to read in a terminal: add -o FILE.")
    if output and template and output.exists() and output.samefile(template):
        raise UsageError(f"{output} is the template; write to another file, and compare the two.")

    from grader.batch.results import load_results
    from grader.lms.exporting import Wish, told
    from grader.lms.exporting import export as made_by

    filled = template.read_bytes() if template else None
    made = made_by(form, load_results(path), Wish(filled, column, feedback_column, points, feedback, bom))
    _write(made.data, output)
    print_text("".join(f"{line}\n" for line in told(made)), err=True)


def _report(path: Path, key: str | None) -> "Report":
    """The one report that is meant: a file, or an entry of a batch."""
    from grader.batch.results import load_report, load_results

    if path.is_file():
        return load_report(path)
    results = load_results(path)
    known = list(results.entries)
    if key is None and len(known) != 1:
        raise UsageError(f"{path} holds {len(known)} entries; name one with --key.")
    wanted = known[0] if key is None else key
    report = results.report(wanted) if wanted in results.entries else None
    if report is None:
        raise UsageError(f"{path} holds no report of {wanted!r}.")
    return report


def _result(form: str, report: "Report", problem: str | None, *, feedback: bool) -> str:
    from grader.render.autolab import render_autolab
    from grader.render.formats import render

    if form == "autolab":
        return render_autolab(report, problem=problem, feedback=feedback)
    return render(report, form)  # type: ignore[arg-type]  # click checked it


def _bundle(form: str, into: Path, wanted: str | None, image: str | None) -> None:
    if form not in _BUNDLED:
        raise UsageError(f"There are bundles for {' and '.join(_BUNDLED)}, not for {form}.")
    from grader.assignment import load_assignment
    from grader.lms.bundles.gradescope import gradescope_bundle
    from grader.lms.bundles.prairielearn import placeholder, prairielearn_bundle
    from grader.settings import find_assignment, load_settings

    assignment = load_assignment(find_assignment(load_settings(), wanted))
    if assignment.manifest.fresh:
        raise UsageError(
            f"Each student has other numbers in {assignment.manifest.id}, which {form} cannot tell: use grade batch."
        )
    if form == "gradescope":
        _write(gradescope_bundle(assignment), into)
        print_text("Upload it in Configure Autograder, with Ubuntu 24.04 as the base image.\n", err=True)
        return
    _write(prairielearn_bundle(assignment, image), into)
    print_text(_NEXT.format(name=image or placeholder(assignment)), err=True)
    if image is None:
        print_text(_PLACEHOLDER.format(name=placeholder(assignment)), err=True)


_NEXT: Final = """\
Build and push image/, then copy question/ into the course:
  docker build --tag {name} image
  docker push {name}
"""
_PLACEHOLDER: Final = """\
{name} is a placeholder. Say --image NAME, or replace it in question/info.json and in these commands.
"""


def _write(data: bytes, output: Path | None) -> None:
    from grader.delivery import write_whole

    if output is None:
        print_text(data)
        return
    try:
        write_whole(output, data)
    except OSError as error:
        raise EnvironmentFaultError(f"{output} cannot be written: {error.strerror}.") from error
