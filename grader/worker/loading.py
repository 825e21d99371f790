"""From the files of a submission to the functions that the lab asks for."""

import linecache
import opcode
import sys
import types
import warnings
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from grader import wire
from grader.worker.binding import Function
from grader.worker.denied import Denied
from grader.worker.failing import failed
from grader.worker.making import maker

_IMPORT = opcode.opmap["IMPORT_NAME"]
_PACKAGE = "handed-in"  # no helper can have this name


def _imports(code: types.CodeType) -> Iterator[str]:
    """Yield the names of the top-level packages that `code` imports anywhere. (The syntax tree is slow to make.)"""
    argument = 0
    if _IMPORT in code.co_code[::2]:
        for operation, byte in zip(code.co_code[::2], code.co_code[1::2], strict=True):
            argument = argument << 8 | byte
            if operation == _IMPORT:
                yield code.co_names[argument].split(".")[0]
            if operation != opcode.EXTENDED_ARG:
                argument = 0
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _imports(constant)


def _compiled(source: bytes) -> list[types.CodeType]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # whoever imports the file hears them
        try:
            return [compile(source, "", "exec", dont_inherit=True)]
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return []  # a file beside the submission that nobody imports may be anything


def _place(files: tuple[tuple[str, bytes], ...]) -> None:
    """Write the files into the scratch folder, the last place where an import looks."""
    for name, data in files:
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    sys.path.append(str(Path.cwd()))


def _put_in_a_package(module: types.ModuleType, stem: str) -> None:
    """Let `from .steps import softmax` find what stands beside the submission, as it does where that is a package."""
    package = types.ModuleType(_PACKAGE)
    package.__path__ = [str(Path.cwd())]
    sys.modules[_PACKAGE] = package
    sys.modules[f"{_PACKAGE}.{stem}"] = module
    module.__package__ = _PACKAGE


def _names(file: str) -> tuple[str, str]:
    """Return the names under which a file can have been imported."""
    name = ".".join(PurePosixPath(file).with_suffix("").parts).removesuffix(".__init__")
    return name, f"{_PACKAGE}.{name}"


def _import(load: wire.Load) -> tuple[types.ModuleType, types.CodeType]:
    source = dict(load.files)[load.entry]
    lines = [f"{line}\n" for line in source.decode("utf-8", "replace").split("\n")]
    linecache.cache[load.entry] = (len(source), None, lines, load.entry)
    name = "submission" if load.module in sys.modules or load.module in sys.stdlib_module_names else load.module
    module = types.ModuleType(name)
    module.__file__ = str(Path.cwd() / load.entry)
    sys.modules[name] = module
    _put_in_a_package(module, PurePosixPath(load.entry).stem)
    code = compile(source, load.entry, "exec", dont_inherit=True)
    exec(code, module.__dict__)  # noqa: S102  # our purpose
    return module, code


def _is_there(module: types.ModuleType, name: str, *, value: bool) -> bool:
    """Whether the module has a function of this name, or any `value`, which a function without arguments may be."""
    return hasattr(module, name) and (value or callable(getattr(module, name)))


def _call(found: Any) -> Callable[..., Any]:  # noqa: ANN401  # whatever stands under a name
    """Return a function as it is, and a value as a function that returns it."""
    return found if callable(found) else lambda: found


def load(
    message: wire.Load, files: Mapping[str, str], denied: Denied
) -> tuple[wire.Loaded | wire.Failed, dict[str, Function]]:
    """Import the submission; return what was found, or the failure, and the functions by the lab's names.

    `files` gives the name of each of the student's files by the path that a traceback may show.
    """
    sys.dont_write_bytecode = True
    try:
        _place(message.files)
        module, code = _import(message)
        for name in {
            module.__name__,
            *(name for file, _ in message.files for name in _names(file)),
        } & sys.modules.keys():
            denied.watch(vars(sys.modules[name]))
        helpers = [data for name, data in message.files if name.endswith(".py") and name != message.entry]
        codes = [code, *(compiled for data in helpers for compiled in _compiled(data))]
        imports = {name for each in codes for name in _imports(each)} - {""}
    except BaseException as error:  # whatever a submission raises is an answer
        return failed(error, files), {}
    found: list[str] = []
    functions: dict[str, Function] = {}
    for wanted in message.wanted:
        name = next((name for name in wanted.names if _is_there(module, name, value=not wanted.arguments)), "")
        kind = next((name for name in wanted.made.names if isinstance(getattr(module, name, None), type)), "")
        found.append(kind if name in ("", kind) else name)
        if found[-1]:
            there = getattr(module, found[-1])
            call = maker(there, wanted) if found[-1] == kind else _call(there)
            functions[wanted.names[0]] = Function(call, wanted.arguments, wanted.keys)
    defined = sorted(
        name
        for name, value in vars(module).items()
        if isinstance(value, types.FunctionType) and value.__module__ == module.__name__
    )
    return wire.Loaded(tuple(found), tuple(sorted(imports)), tuple(defined)), functions
