"""`grade batch`: a whole class."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from grader.terminal import print_text

if TYPE_CHECKING:
    from grader.batch.running import Progress

_LAYOUTS: Final = ("auto", "folder", "canvas", "moodle", "blackboard", "gradescope", "brightspace")
_QUIET_SECONDS: Final = 10.0  # between two lines where nobody watches


@click.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--out", required=True, type=click.Path(path_type=Path), metavar="DIR", help="Where the results go.")
@click.option("-a", "--assignment", metavar="ID|FOLDER", help="What to grade for; default: that of grader.toml.")
@click.option("--layout", type=click.Choice(_LAYOUTS), help="How the download is laid out; default: auto.")
@click.option("--name-regex", metavar="R", help="How names are read, by named groups.")
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="How many at a time; default: one for each core.")
@click.option("--resume", is_flag=True, help="Go on with a batch that was ended, however it was.")
@click.option("--seed", type=click.IntRange(0, 2**53 - 1), metavar="N", help="One for the class; default: drawn.")
@click.option("--sandbox", type=click.Choice(["auto", "namespaces", "landlock", "process"]), help="Default: auto.")
@click.option("--pages/--no-pages", default=None, help="Write a page for each student; default: yes.")
def batch(path: Path, out: Path, **options: Any) -> None:  # noqa: ANN401  # click has checked them; they are a request's
    """Grade a whole class: each file of code, zip or folder in PATH.

    DIR gets grades.csv with a row for every entry, whatever happened, and a report and a page for each. All get the
    same questions. The same submission is graded once, and flagged. A batch that ended early goes on with --resume.
    """
    from grader.batch.folder import going_on
    from grader.batch.running import Request, run_batch
    from grader.batch.summary import summary_text
    from grader.errors import UsageError

    if not path.exists():
        raise UsageError(f"There is no folder at {str(path)!r}.")
    with _shown() as watch:
        summary, stopped, level = run_batch(Request(path=path, out=out, **options), watch)
    print_text(summary_text(summary, out))
    if level == "process":
        print_text("grade: level process: no walls were around these submissions; see grade doctor.\n", err=True)
    if stopped is not None:
        print_text(f"grade: it stopped early. Go on with: {going_on(path, out)}\n", err=True)
        raise stopped
    if summary.counts.get("grader_error"):
        sys.exit(4)


@contextmanager
def _shown() -> Iterator[Callable[["Progress"], None]]:
    """Yield what shows progress on stderr: a line that moves in a terminal, or a new one now and then."""
    if not sys.stderr.isatty():
        yield _Lines()
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rate]}"), TimeRemainingColumn())
    with Bar(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task("", total=None, rate="")
        began = time.monotonic()

        def show(now: "Progress") -> None:
            rate = f"{_rate(now, began):.1f} a second" if now.done > now.before else "starting"
            bar.update(task, completed=now.done, total=now.total, rate=rate)

        yield show


class _Lines:
    def __init__(self) -> None:
        self._began = self._last = time.monotonic()

    def __call__(self, now: "Progress") -> None:
        if now.done < now.total and time.monotonic() - self._last < _QUIET_SECONDS:
            return
        self._last = time.monotonic()
        rate = _rate(now, self._began)
        left = f", {(now.total - now.done) / rate:.0f} s left" if rate and now.done < now.total else ""
        click.echo(f"{now.done} of {now.total}, {rate:.1f} a second{left}", err=True)


def _rate(now: "Progress", began: float) -> float:
    return (now.done - now.before) / max(time.monotonic() - began, 1e-6)
