"""Stand-ins for plotting libraries that are not installed where submissions are graded.

Whatever is asked of one does nothing and gives another one, so that a file that also draws can be imported.
"""

import importlib.abc
import importlib.machinery
import sys
import types
from collections.abc import Iterator, Sequence
from typing import Self


class _Nothing(types.ModuleType):
    """A module, function, class or figure that does nothing."""

    __path__: list[str] = []  # noqa: RUF012  # what makes a module a package

    def __getattr__(self, name: str) -> "_Nothing":
        if name.startswith("__"):
            raise AttributeError(name)
        return _Nothing(name)

    def __call__(self, *args: object, **kwargs: object) -> "_Nothing":
        return _Nothing(self.__name__)

    def __iter__(self) -> Iterator["_Nothing"]:
        return iter((_Nothing(self.__name__), _Nothing(self.__name__)))  # figure, axes = plt.subplots()

    def __getitem__(self, index: object) -> "_Nothing":
        return _Nothing(self.__name__)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        pass


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds modules of the named packages, after everybody else has failed to."""

    def __init__(self, packages: frozenset[str]) -> None:
        self._packages = packages

    def find_spec(self, name: str, path: object = None, target: object = None) -> importlib.machinery.ModuleSpec | None:
        if name.split(".")[0] not in self._packages:
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType:
        return _Nothing(spec.name)

    def exec_module(self, module: types.ModuleType) -> None:
        pass


def stand_in_for(packages: Sequence[str]) -> None:
    """Let imports of `packages` succeed where they are not installed."""
    sys.meta_path.append(_Finder(frozenset(packages)))
