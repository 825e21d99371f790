"""From a path to a `Source`."""

from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Literal

from grader.errors import RejectedError, UsageError
from grader.report import Notice
from grader.submission.archive import MOST_FILE_BYTES, MOST_TOTAL_BYTES, from_folder, from_zip
from grader.submission.choosing import choose_entry
from grader.submission.notebook import convert_notebook
from grader.submission.source import Cell, Source, digest, intake
from grader.submission.text import decode_source, utf8


def read_submission(path: Path, *, entry: str, notebook: Literal["defs", "all"]) -> Source:
    """Read the submission at `path`: a .py file, a notebook, a zip or a folder.

    `entry` is the file name that the handout asks for; `notebook` how a notebook becomes a module. Raises
    `UsageError` if there is nothing at `path` and `RejectedError` if what is there cannot be graded.
    """
    if path.is_dir():
        files, notices = from_folder(path)
        sha256 = digest(b"".join(name.encode() + b"\0" + files[name] for name in sorted(files)))
    else:
        data = _bytes(path)
        sha256 = digest(data)
        if path.suffix.lower() == ".zip":
            files, notices = from_zip(path.name, data)
        elif path.suffix.lower() in (".py", ".ipynb"):
            files, notices = {path.name: data}, ()
        else:
            raise RejectedError(
                f"{path.name} is not a .py file, a notebook (.ipynb), a zip or a folder. Hand in {entry}."
            )
    chosen = choose_entry(path.name, files, entry) if len(files) != 1 or path.is_dir() else next(iter(files))
    if len(files) > 1:
        notices = (*notices, intake(f"{chosen} was graded."))
    return _source(path.name, sha256, chosen, files, notices, notebook)


def _bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as stream:
            data = stream.read(MOST_TOTAL_BYTES + 1)
    except FileNotFoundError:
        raise UsageError(f"There is no file or folder at {path}.") from None
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}.") from None
    most = MOST_TOTAL_BYTES if path.suffix.lower() == ".zip" else MOST_FILE_BYTES
    if len(data) > most:
        raise RejectedError(f"{path.name} is larger than {most // 1024 // 1024} MB; a lab's source is a few kilobytes.")
    return data


def _source(
    name: str,
    sha256: str,
    chosen: str,
    files: Mapping[str, bytes],
    notices: tuple[Notice, ...],
    notebook: Literal["defs", "all"],
) -> Source:
    """Convert the chosen file, and keep the modules below its folder as helpers."""
    folder = PurePosixPath(chosen).parent
    texts: dict[str, bytes] = {}
    cells: dict[int, Cell] = {}
    entry = ""
    for file, data in files.items():
        path = PurePosixPath(file)
        if not path.is_relative_to(folder) or (path.suffix.lower() != ".py" and file != chosen):
            continue
        inside = str(path.relative_to(folder))
        text, remarks = decode_source(inside, data)
        notices += remarks
        if path.suffix.lower() == ".ipynb":
            text, cells, remarks = convert_notebook(inside, text, notebook)
            notices += remarks
            inside = str(PurePosixPath(inside).with_suffix(".py"))
        if file == chosen:
            entry = inside
        texts.setdefault(inside, utf8(text))
    if not texts[entry].strip():
        raise RejectedError(f"{name} is empty." if not cells else f"{name} holds no code.")
    return Source(name, sha256, entry, texts, notices, cells)
