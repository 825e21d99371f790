"""What lies in a download: names only. Links are seen and never followed."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple, Self

_NOISE_FOLDERS: Final = {"__MACOSX"}
_NOISE_FILES: Final = {".ds_store", "thumbs.db", "desktop.ini"}


class Download(NamedTuple):
    """The names in a folder, relative to `root / top`, with / between folders and in one order.

    `top` is "" or a folder with a / at its end. `empty` are folders that hold nothing, `links` those files that are
    links, pipes or devices, `noise` is what a computer adds, and `expected` the file name that the handout asks for,
    if it is known.
    """

    root: Path
    files: tuple[str, ...]
    empty: tuple[str, ...] = ()
    links: frozenset[str] = frozenset()
    noise: tuple[str, ...] = ()
    top: str = ""
    expected: str = ""

    @property
    def items(self) -> list[str]:
        """What lies at the top, by name."""
        return sorted({name.partition("/")[0] for name in (*self.files, *self.empty)})

    def inner(self) -> Self | None:
        """The download inside its only folder; None if there is more than one thing at the top."""
        items = self.items
        if len(items) != 1 or items[0] in self.files or items[0] in self.empty:
            return None
        folder = f"{items[0]}/"
        return self._replace(
            files=tuple(name.removeprefix(folder) for name in self.files),
            empty=tuple(name.removeprefix(folder) for name in self.empty),
            links=frozenset(name.removeprefix(folder) for name in self.links),
            top=self.top + folder,
        )


def list_download(root: Path, expected: str = "") -> Download:
    """Return the names of all that lies in the folder `root`."""
    files: list[str] = []
    empty: list[str] = []
    links: set[str] = set()
    noise: list[str] = []
    for name, kind in _names(root):
        if is_noise(name):
            noise.append(name)
        elif kind == "empty":
            empty.append(name)
        else:
            files.append(name)
            if kind == "link":
                links.add(name)
    empty += _only_noise(noise, {*files, *empty})
    return Download(
        root, tuple(sorted(files)), tuple(sorted(empty)), frozenset(links), tuple(sorted(noise)), "", expected
    )


def is_noise(name: str) -> bool:
    """Return whether a computer made the file without being asked."""
    *folders, file = name.split("/")
    return not _NOISE_FOLDERS.isdisjoint(folders) or file.startswith("._") or file.lower() in _NOISE_FILES


def _only_noise(noise: list[str], others: set[str]) -> set[str]:
    """Return the folders that a computer has written into and nobody else."""
    held = {folder for name in others for folder in folders_above(name)}
    above = ([folder for folder in folders_above(name) if not is_noise(f"{folder}x")] for name in noise)
    return {folders[-1].removesuffix("/") for folders in above if folders and folders[-1] not in held}


def folders_above(name: str) -> Iterator[str]:
    """Yield the folders that a file lies in, from the outermost; each ends with a /."""
    end = name.find("/")
    while end >= 0:
        yield name[: end + 1]
        end = name.find("/", end + 1)


def _names(root: Path) -> Iterator[tuple[str, str]]:
    def refuse(error: OSError) -> None:
        raise error

    for place, folders, files in os.walk(root, onerror=refuse):
        inside = Path(place).relative_to(root)
        linked = [folder for folder in folders if Path(place, folder).is_symlink()]
        if not files and not folders and place != str(root):
            yield inside.as_posix(), "empty"
        for name in (*files, *linked):
            path = Path(place, name)
            yield (inside / name).as_posix(), "file" if path.is_file() and not path.is_symlink() else "link"
