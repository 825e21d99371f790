"""What a worker finds around it: our few files, the installed packages, an environment, an empty folder."""

import os
import shutil
import sysconfig
import tempfile
from pathlib import Path
from typing import Final

from grader import wire
from grader.sandbox import leftovers

#: Variables that a worker inherits: they choose a correct BLAS kernel on some processors.
_INHERITED: Final = ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")


def package_folders() -> list[str]:
    """Return the folders of installed packages, named one by one, so that no .pth file leads to the reference."""
    return list(dict.fromkeys(sysconfig.get_path(key) for key in ("purelib", "platlib")))


def environment(home: Path) -> dict[str, str]:
    """Return the whole environment of a worker whose home and temporary folder is `home`."""
    kept = {name: os.environ[name] for name in _INHERITED if name in os.environ}
    threads = dict.fromkeys(("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
    folders = dict.fromkeys(("HOME", "TMPDIR", "TORCHINDUCTOR_CACHE_DIR"), str(home))
    return {"PATH": os.defpath, "LANG": "C.UTF-8", "MALLOC_ARENA_MAX": "2", **threads, **folders, **kept}


class Runtime:
    """A folder with a copy of the worker's files, and scratch folders beside it.

    A copy, because the tree around the original holds the reference. No name that a submission sees tells that it is
    graded. The folders of graders that were killed are removed first.
    """

    def __init__(self) -> None:
        leftovers.sweep()
        self.folder, self._lock = leftovers.make()
        self.library = self.folder / "library"
        source, target = Path(wire.__file__).parent, self.library / "grader"
        for package in ("worker", "sandbox/layers"):
            shutil.copytree(source / package, target / package, ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("__init__.py", "wire.py", "sandbox/__init__.py"):
            shutil.copy(source / name, target / name)
        self.lives = self.folder / "work"
        self.lives.mkdir()
        self.folder.chmod(0o711)

    def scratch(self, owner: int | None = None) -> Path:
        """Make an empty folder for one life, and give it to the user `owner`."""
        folder = Path(tempfile.mkdtemp(dir=self.lives))
        if owner is not None:
            os.chown(folder, owner, owner)
        return folder

    def close(self) -> None:
        """Remove everything. May be called twice."""
        if self.folder.exists():
            leftovers.unmake(self.folder)
            os.close(self._lock)
