"""What a watch shows: each report headed by what changed, on a terminal in place of the one before."""

import os
import sys
import textwrap
import time
from pathlib import Path

import click

from grader.delivery import deliver
from grader.errors import GraderError, InternalError
from grader.render.changes import changes
from grader.render.escape import plain
from grader.report import Report
from grader.terminal import complain, insist_on_a_reader, look, print_text

_COLORS = {"✓": "green", "↑": "green", "✗": "red", "↓": "red"}
_INDENT = "  "


class Screen:
    """Shows the runs of a watch.

    What changed heads a report in text on stdout. Other forms are for machines, and a file is for its reader: there it
    goes to stderr, once the report is written, and stdout holds reports only.
    """

    def __init__(self, submission: Path, form: str, output: Path | None) -> None:
        self._submission, self._form, self._output = submission, form, output
        self._aside = output is not None or form != "text"
        self._replaces = output is None and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
        self._first = True

    def show(self, report: Report, failure: GraderError | None, before: Report | None) -> None:
        """Show a report, and what changed since `before`, the last one with a score."""
        head, *rest = changes(before, report)
        head = f"{_now()}  {head}"
        if self._replaces:
            click.clear()
        elif not self._first:
            self._tell("")
        if self._aside:
            deliver(report, self._form, self._output)
        self._tell(*_laid_out(head, rest))
        if not self._aside:
            deliver(report, self._form, self._output)
        if isinstance(failure, InternalError):
            complain(failure)
        if self._first or self._replaces:
            self._tell_how_to_end(head if self._replaces and report.score is not None else "")
        self._first = False

    def tell_that_it_is_gone(self) -> None:
        """Say that there is nothing to grade for now."""
        self._tell(f"{_now()}  {self._name} is gone; it is graded when it is back")

    def complain(self, failure: GraderError) -> None:
        """Say why there is no report; the next run may have one."""
        print_text(f"{_now()}  no report: {' '.join(plain(str(failure)).split())}\n", err=True)

    def insist_on_a_reader(self) -> None:
        """Raise `ReaderGoneError` if nobody reads the reports any more."""
        if self._output is None:
            insist_on_a_reader()

    def _tell(self, *lines: str) -> None:
        print_text("".join(f"{line}\n" for line in lines), err=self._aside)

    def _tell_how_to_end(self, head: str) -> None:
        """Remind a person; and of the score, since a long report leaves only its end in the window."""
        if sys.stderr.isatty():
            told = f"{head} · " if head else ""
            print_text(f"{told}watching {self._name}, Ctrl-C ends\n", err=True)

    @property
    def _name(self) -> str:
        return plain(str(self._submission))


def _laid_out(head: str, rest: list[str]) -> list[str]:
    width, color = look()
    lines = [click.style(head, bold=True) if color else head]
    for line in rest:
        wrapped = textwrap.fill(line, width, initial_indent=_INDENT, subsequent_indent=2 * _INDENT)
        lines.append(click.style(wrapped, fg=_COLORS.get(line[0])) if color else wrapped)
    return lines


def _now() -> str:
    return time.strftime("%H:%M:%S")
