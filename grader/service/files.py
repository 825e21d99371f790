"""Sources and reports as files, by the SHA-256 of what is in them: their names are ours, never a student's."""

import contextlib
import hashlib
import os
import re
import secrets
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

#: Bytes of disk, and files that it can still hold, below which nothing more is begun.
LEAST_FREE: Final = 256 * 1024 * 1024
_LEAST_FILES: Final = 1000
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")


class Files:
    """A folder of files. What `put` has returned outlives the power; equal contents are kept once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._drafts = folder / "drafts"
        self._drafts.mkdir(parents=True, exist_ok=True, mode=0o700)

    def put(self, data: bytes) -> str:
        """Keep `data` and return its SHA-256; raise `OSError` if it cannot be kept whole."""
        sha256 = self.digest(data)
        place = self.path(sha256)
        with contextlib.suppress(OSError):  # whatever is wrong with what is there: it is written anew
            os.utime(place)  # it is young again: what clears up takes only what is old and nobody's
            if place.read_bytes() == data:
                return sha256
        new = not place.parent.exists()
        place.parent.mkdir(exist_ok=True, mode=0o700)
        with tempfile.NamedTemporaryFile(dir=self._drafts, delete=False) as draft:
            try:
                draft.write(data)
                draft.flush()
                os.fsync(draft.fileno())
                Path(draft.name).replace(place)
            except BaseException:
                Path(draft.name).unlink()
                raise
        _sync(place.parent)
        if new:
            _sync(self.folder)
        return sha256

    def get(self, sha256: str) -> bytes:
        """Return what has this SHA-256; raise `FileNotFoundError` if it is not here, `OSError` if it is damaged."""
        data = self.path(sha256).read_bytes()
        if self.digest(data) != sha256:
            raise OSError(f"the file {sha256} is damaged")
        return data

    def has_room(self) -> bool:
        """Whether there is a disk, and room on it for more than is being done already."""
        try:
            disk = os.statvfs(self.folder)
        except OSError:
            return False
        counted = disk.f_files > 0  # some file systems have no such limit
        return disk.f_bavail * disk.f_frsize >= LEAST_FREE and (disk.f_favail >= _LEAST_FILES or not counted)

    def old(self, seconds: float) -> Iterator[str]:
        """Yield the digests of what nobody has put for so long."""
        for place in self.folder.glob("??/*"):
            if _DIGEST.fullmatch(place.name) and _is_old(place, seconds):
                yield place.name

    def remove(self, sha256: str, seconds: float) -> bool:
        """Remove a file that nobody has put for so long; return whether it did. Several may do so at a time.

        It is moved away first: who puts it before that makes it young, and who puts it after that writes it anew.
        """
        place, away = self.path(sha256), self._drafts / f"{sha256}.{secrets.token_hex(8)}"
        try:
            place.rename(away)
        except FileNotFoundError:  # another was faster
            return False
        if not _is_old(away, seconds):
            away.rename(place)
            return False
        away.unlink()
        return True

    def sweep(self, seconds: float) -> None:
        """Clear up after who was killed so long ago: drafts go; what was being removed is back, and judged again."""
        before = time.time() - seconds
        for draft in self._drafts.iterdir():
            sha256 = draft.name.partition(".")[0]
            with contextlib.suppress(FileNotFoundError):  # another was faster
                if draft.stat().st_ctime >= before:  # when it came here; what is moved keeps its st_mtime
                    continue
                if _DIGEST.fullmatch(sha256):
                    draft.rename(self.path(sha256))
                else:
                    draft.unlink()

    @staticmethod
    def digest(data: bytes) -> str:
        """Return the name that `data` has or would have."""
        return hashlib.sha256(data).hexdigest()

    def path(self, sha256: str) -> Path:
        """Return where the file lies or would lie."""
        if not _DIGEST.fullmatch(sha256):
            raise ValueError("not the SHA-256 of a file")
        return self.folder / sha256[:2] / sha256


def _is_old(place: Path, seconds: float) -> bool:
    try:
        return place.stat().st_mtime < time.time() - seconds
    except FileNotFoundError:  # gone meanwhile
        return False


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
