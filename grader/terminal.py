"""The two streams of a command: results on stdout, progress and complaints on stderr."""

import os
import select
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


class StreamLostError(EnvironmentFaultError):
    """Nothing more can be written to stdout or stderr."""


class ReaderGoneError(StreamLostError):
    """Nobody reads the results any more."""


def print_text(text: str | bytes, *, err: bool = False) -> None:
    """Print a result, or something about it on stderr.

    Raises `StreamLostError` where it cannot be written, `ReaderGoneError` if that is because nobody reads it.
    """
    try:
        click.echo(text, nl=False, err=err)
    except OSError as error:
        stream = sys.stderr if err else sys.stdout
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())  # or Python tries once more when it leaves
        fault = ReaderGoneError if isinstance(error, BrokenPipeError) else StreamLostError
        raise fault(f"The report cannot be written: {error.strerror}.") from error


def insist_on_a_reader() -> None:
    """Raise `ReaderGoneError` if stdout is a pipe whose other end is closed, where the system tells without a write."""
    if not hasattr(select, "poll"):  # Windows
        return
    poll = select.poll()
    poll.register(sys.stdout.fileno(), 0)
    if any(event & (select.POLLERR | select.POLLHUP) for _, event in poll.poll(0)):
        raise ReaderGoneError("Nobody reads the reports any more.")


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
