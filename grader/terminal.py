"""The two streams of a command: results on stdout, progress and complaints on stderr."""

import os
import shutil
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import click

from grader.errors import EnvironmentFaultError, InternalError
from grader.render.escape import plain

_WIDTHS = (20, 100)  # columns: narrower is unreadable, wider is tiring


class Look(NamedTuple):
    """How text is laid out on stdout: columns, and whether with colours."""

    width: int
    color: bool


def look() -> Look:
    """Return what suits stdout: a terminal's width and colours, or 80 plain columns."""
    if not sys.stdout.isatty():
        return Look(80, color=False)
    least, most = _WIDTHS
    width = min(max(shutil.get_terminal_size().columns, least), most)
    return Look(width, color=not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb")


def print_text(text: str) -> None:
    """Print a result; raise `EnvironmentFaultError` where it cannot be written."""
    try:
        click.echo(text, nl=False)
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python tries once more when it leaves
        raise EnvironmentFaultError(f"The report cannot be written: {error.strerror}.") from error


@contextmanager
def progress(message: str) -> Iterator[None]:
    """Show a spinner on stderr where a person watches it."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(message):
        yield


def complain(what: object) -> None:
    """Say in one line on stderr why there is no success; for a bug of ours, where it is."""
    click.echo(f"grade: {plain(str(what))}", err=True)
    if isinstance(what, InternalError) and what.__cause__ is not None:
        click.echo(plain("".join(traceback.format_exception(what.__cause__))), err=True, nl=False)


def never_fail_on_a_character() -> None:
    """Have what the streams cannot encode replaced."""
    stream: Any  # a text stream, or what replaced it
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
