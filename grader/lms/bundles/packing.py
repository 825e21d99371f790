"""The files of a bundle: the grader's own source, an assignment, and scripts, in a zip."""

import io
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

import grader
from grader.errors import UsageError

_SOURCE: Final = Path(grader.__file__).resolve().parent.parent
_TOP: Final = ("pyproject.toml", "constraints.txt", "README.md")
_PACKAGES: Final = ("grader", "reference")
_STAMP: Final = (1980, 1, 1, 0, 0, 0)  # the same files make the same bytes


class Packed(NamedTuple):
    """A file of a bundle."""

    data: bytes
    runs: bool = False


def script(name: str) -> Packed:
    """Return one of the scripts beside this file."""
    return Packed((Path(__file__).parent / "files" / name).read_bytes(), runs=True)


def sources(below: str, assignment: Path) -> dict[str, Packed]:
    """Return the grader as `{below}package/` and the assignment as `{below}assignment/`.

    Raises `UsageError` where the grader was installed without its source tree.
    """
    lacking = [name for name in _TOP if not (_SOURCE / name).is_file()]
    if lacking:
        raise UsageError(f"A bundle holds the grader's source: run this from a clone ({lacking[0]} is not there).")
    found = {f"{below}package/{name}": Packed((_SOURCE / name).read_bytes()) for name in _TOP}
    for package in _PACKAGES:
        for path in _files(_SOURCE / package):
            found[f"{below}package/{path.relative_to(_SOURCE).as_posix()}"] = Packed(path.read_bytes())
    for path in _files(assignment):
        found[f"{below}assignment/{path.relative_to(assignment).as_posix()}"] = Packed(path.read_bytes())
    return found


def zipped(files: Mapping[str, Packed]) -> bytes:
    """Return the files as a zip; scripts can be executed when it is unpacked."""
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w") as archive:
        for name, file in sorted(files.items()):
            member = zipfile.ZipInfo(name, _STAMP)
            member.create_system = 3  # Unix: the mode below is read
            member.external_attr = (0o100755 if file.runs else 0o100644) << 16
            archive.writestr(member, file.data, zipfile.ZIP_DEFLATED)
    return into.getvalue()


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder).parts
        if path.is_file() and not any(part == "__pycache__" or part.startswith(".") for part in inside):
            yield path
