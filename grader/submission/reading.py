"""From a path to a `Source`."""

import functools
from collections.abc import Callable, Collection, Mapping
from pathlib import Path, PurePosixPath
from typing import Final, Literal

from grader.errors import RejectedError, UsageError
from grader.report import Notice
from grader.submission.archive import MOST_FILE_BYTES, MOST_TOTAL_BYTES, Files, from_folder, from_zip
from grader.submission.choosing import choose_entry
from grader.submission.exported import is_notebook, without_kernel
from grader.submission.importing import importable
from grader.submission.notebook import Converted, convert_notebook
from grader.submission.source import Cell, Source, digest, intake, shown
from grader.submission.text import decode_source, utf8

_MOST_NOTICES: Final = 20


def read_submission(
    path: Path, *, entry: str, notebook: Literal["defs", "all"], wanted: Collection[str] = ()
) -> Source:
    """Read the submission at `path`: a .py file, a notebook, a zip or a folder.

    `entry` is the file name that the handout asks for; `notebook` how a notebook becomes a module, in which whatever
    defines one of the names `wanted` is kept. Raises
    `UsageError` if there is nothing at `path` and `RejectedError` if what is there cannot be graded.
    """
    name = shown(path.name if path.name not in ("", "..") else path.resolve().name)
    try:
        (files, notices), sha256 = _files(path, name, entry)
    except FileNotFoundError:
        raise UsageError(f"There is no file or folder at {shown(str(path))}.") from None
    except (OSError, ValueError) as error:  # no permission, a name that is too long or holds a zero byte, …
        raise UsageError(f"{shown(str(path))} cannot be read: {shown(str(error))}.") from error
    return _chosen(name, sha256, files, notices, entry, notebook, wanted)


def read_upload(
    upload: str, data: bytes, *, entry: str, notebook: Literal["defs", "all"], wanted: Collection[str] = ()
) -> Source:
    """Read a .py file, a notebook or a zip that came as bytes under the name `upload`, which is never a path.

    The rest is as in `read_submission`. Raises `RejectedError` if it cannot be graded.
    """
    name = shown(PurePosixPath(upload.replace("\\", "/")).name or entry)
    suffix = PurePosixPath(name).suffix.lower()
    files, notices = _unpacked(name, suffix, _bounded(data, name, suffix), entry)
    return _chosen(name, digest(data), files, notices, entry, notebook, wanted)


def _chosen(
    name: str,
    sha256: str,
    files: Mapping[str, bytes],
    notices: tuple[Notice, ...],
    entry: str,
    notebook: Literal["defs", "all"],
    wanted: Collection[str],
) -> Source:
    if not files:
        remarks = "".join(f" {notice.message}" for notice in notices[:3])
        raise RejectedError(f"{name} holds no Python file and no notebook.{remarks} Hand in {entry}.")
    chosen = choose_entry(name, files, entry)
    if len(files) > 1:
        notices = (intake(f"{chosen} was graded."), *notices)
    convert = functools.partial(convert_notebook, mode=notebook, wanted=wanted, asked=entry)
    return _source(name, sha256, chosen, files, notices, convert)


def read_text(text: str, *, entry: str) -> Source:
    """Return `text` as a submission of one file called `entry`; raise `RejectedError` if it cannot be graded."""
    name, data = str(PurePosixPath(entry).with_suffix(".py")), utf8(text)
    _bounded(data, name, ".py")
    return _source(
        name, digest(data), name, {name: data}, (), functools.partial(convert_notebook, mode="all", asked=entry)
    )


def _files(path: Path, name: str, entry: str) -> tuple[Files, str]:
    """Read the sources at `path`, and the digest of what was handed in."""
    if path.is_dir():
        files = from_folder(name, path)
        return files, digest(b"".join(file.encode() + b"\0" + data for file, data in sorted(files.found.items())))
    suffix = path.suffix.lower()
    if path.exists():
        _insist_on_kind(name, suffix, entry)
    data = _bytes(path, name, suffix)
    return _unpacked(name, suffix, data, entry), digest(data)


def _unpacked(name: str, suffix: str, data: bytes, entry: str) -> Files:
    _insist_on_kind(name, suffix, entry)
    return from_zip(name, data) if suffix == ".zip" else Files({name: data}, ())


def _insist_on_kind(name: str, suffix: str, entry: str) -> None:
    if suffix not in (".zip", ".py", ".ipynb"):
        raise RejectedError(f"{name} is not a .py file, a notebook (.ipynb), a zip or a folder. Hand in {entry}.")


def _bytes(path: Path, name: str, suffix: str) -> bytes:
    if path.exists() and not path.is_file():  # to open a pipe is to wait for its other end
        raise UsageError(f"{shown(str(path))} is neither a file nor a folder.")
    with path.open("rb") as stream:
        return _bounded(stream.read(_most(suffix) + 1), name, suffix)


def _most(suffix: str) -> int:
    return MOST_TOTAL_BYTES if suffix == ".zip" else MOST_FILE_BYTES


def _bounded(data: bytes, name: str, suffix: str) -> bytes:
    most = _most(suffix)
    if len(data) > most:
        advice = "Clear its outputs and save it again." if suffix == ".ipynb" else "Send only your code."
        raise RejectedError(f"{name} is larger than {most // 1024 // 1024} MB. {advice}")
    return data


def _source(
    name: str,
    sha256: str,
    chosen: str,
    files: Mapping[str, bytes],
    notices: tuple[Notice, ...],
    convert: Callable[[str, str], Converted],
) -> Source:
    """Convert the chosen file, and keep the modules that it can import as helpers."""
    entry = PurePosixPath(chosen).name
    cells: dict[int, Cell] = {}
    written: dict[str, str] = {}
    text, remarks = decode_source(entry, files[chosen])
    notices += remarks
    if entry.lower().endswith(".ipynb") or is_notebook(text):
        text, cells, remarks, written = convert(entry, text)
        notices += remarks
        entry = str(PurePosixPath(entry).with_suffix(".py"))
    else:
        text = without_kernel(text)
    if not text.strip():
        why = " ".join(notice.message for notice in notices[:3])
        raise RejectedError(f"{name} holds no code. {why}".rstrip())
    texts = {entry: utf8(text)}
    for inside, body in written.items():
        texts.setdefault(inside, utf8(body))
    for path, names in importable(files, chosen, texts[entry]):
        text, remarks = decode_source(names[0], files[path])
        notices += remarks
        for inside in names:
            texts.setdefault(inside, utf8(text))
    return Source(name, sha256, entry, texts, notices[:_MOST_NOTICES], cells)
