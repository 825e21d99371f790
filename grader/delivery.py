"""Where a report goes: to stdout, or whole into a file."""

import os
import shutil
from errno import EACCES, EBUSY, EEXIST, EPERM, EROFS, EXDEV
from pathlib import Path
from typing import Final

from grader.errors import EnvironmentFaultError
from grader.render.formats import render
from grader.report import Report
from grader.terminal import Look, look, print_text

#: What the system says of a folder that takes no draft, or of a file that cannot be exchanged. Not among them: that
#: there is no room, for then the old content would be lost, and the new one not written.
_NO_EXCHANGE: Final = (EACCES, EBUSY, EEXIST, EPERM, EROFS, EXDEV)


def deliver(report: Report, form: str, output: Path | None) -> None:
    """Write the report in the form `form` to the file `output`, or to stdout if that is None."""
    if output is None and report.score is None and form == "text":
        return  # the sentence on stderr says it all
    width, color = Look(80, color=False) if output else look()
    text = render(report, form, width=width, color=color)  # type: ignore[arg-type]  # click checked it
    if output is None:
        print_text(text)
        return
    try:
        write_whole(output, text)
    except OSError as error:
        raise EnvironmentFaultError(f"{output} cannot be written: {error.strerror}.") from error


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file so that a reader finds the old content or the new, never a part. Raises `OSError`.

    What cannot be exchanged (a device, a file mounted by itself or in a folder that is read-only) is written in place.
    """
    data = content.encode() if isinstance(content, str) else content
    target = Path(os.path.realpath(path))  # a link stays a link
    if not target.exists() and path.exists():
        target = path  # /dev/stdout is a link to what has no name
    if target.is_file() or not target.exists():
        try:
            _exchange(target, data)
        except OSError as error:
            if error.errno not in _NO_EXCHANGE:
                raise
        else:
            return
    target.write_bytes(data)


def _exchange(target: Path, data: bytes) -> None:
    draft = target.with_name(f".{os.getpid()}.draft")
    draft.touch(exist_ok=False)  # never through a link that somebody else has put there
    try:
        draft.write_bytes(data)
        if target.exists():
            shutil.copymode(target, draft)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
