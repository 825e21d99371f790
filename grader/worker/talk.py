"""The worker's life: import the libraries, load one submission, answer calls until the judge ends it.

From the first byte of the submission this process is the student's. What it sends is decoded by the judge and
believed by nobody, so nothing here guards anything: limits and walls are set by the kernel.
"""

import contextlib
import os
import sys
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from typing import NoReturn

import numpy as np
import torch

from grader import wire
from grader.sandbox.layers import limits
from grader.worker import calling, loading
from grader.worker.denied import Denied
from grader.worker.standins import stand_in_for

_PIECE = 1 << 16  # bytes: what a pipe holds


def _read(descriptor: int) -> bytes:
    part = os.read(descriptor, _PIECE)
    if not part:
        os._exit(0)  # the judge closed the talk; no exit hook of the submission has a say in it
    return part


def _receive(descriptor: int) -> tuple[int, wire.Message]:
    """Read one frame. The judge sends no other before this one is answered, so that nothing more can come with it."""
    frame = _read(descriptor)
    while len(frame) < wire.HEADER.size:
        frame += _read(descriptor)
    left = wire.HEADER.size + wire.payload_length(frame[: wire.HEADER.size]) - len(frame)
    if left > 0:
        parts = [frame]
        while left > 0:
            parts.append(_read(descriptor))
            left -= len(parts[-1])
        frame = b"".join(parts)
    return wire.decode(frame, wire.FROM_JUDGE)


def _send(descriptor: int, message: wire.Message, number: int) -> None:
    rest = memoryview(wire.encode(message, number))
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(Exception):  # the student may have closed or replaced it
            stream.flush()


def import_libraries() -> None:
    """Do once what the first use of the libraries costs: their import (above) and the kernels of attention."""
    torch.set_num_threads(1)
    for dtype in (torch.float32, torch.float64):
        square = torch.eye(3, dtype=dtype)
        torch.softmax(square @ square.T / 2, dim=-1).exp().sum(-1, keepdim=True).max()
    torch.ones(32).half().exp()  # torch looks the processor up once, where a confined worker cannot look


def _versions() -> wire.Ready:
    python = ".".join(map(str, sys.version_info[:3]))
    return wire.Ready((("python", python), ("torch", torch.__version__), ("numpy", np.__version__)))


def our_modules() -> list[str]:
    """Return the names of our own modules that are loaded. Asked before a fork: to look at all names copies them."""
    return [name for name in sys.modules if name.split(".")[0] == "grader"]


class _NotOurs:
    """Finds what is called like a package of ours beside the submission, never where ours are installed."""

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """See `importlib.abc.MetaPathFinder`."""
        if name not in wire.OURS:
            return None
        spec = PathFinder.find_spec(name, [self._folder])
        if spec is None:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return spec


def _leave_no_trace(library: str, ours: list[str]) -> None:
    """Take our modules off the path and out of the table: a helper called `grader.py` is the student's own."""
    sys.meta_path.insert(0, _NotOurs(str(Path.cwd())))
    if library in sys.path:
        sys.path.remove(library)
    for name in ours:
        del sys.modules[name]


def talk(requests: int, answers: int, library: str, ours: list[str], address_space: int) -> NoReturn:
    """Hold the talk of `grader.wire` over two descriptors.

    `library` is the folder that this code came from, `ours` its loaded modules, `address_space` what the loaded
    interpreter uses, in bytes.
    """
    torch.set_num_threads(1)  # a forked process makes torch's pool anew: here, before two threads could do it at once
    _send(answers, _versions(), 0)
    _leave_no_trace(library, ours)
    number, load = _receive(requests)
    assert isinstance(load, wire.Load)
    limits.apply(address_space=address_space, memory_growth=load.memory_growth, cpu_seconds=load.cpu_seconds)
    files = {path: name for name, _ in load.files for path in (name, str(Path.cwd() / name))}
    reply: wire.Message
    denied = Denied(load.denied)
    stand_in_for(load.standins)
    reply, functions = loading.load(load, files, denied)
    while True:
        _flush()
        _send(answers, reply, number)
        number, call = _receive(requests)
        assert isinstance(call, wire.Call)
        reply = calling.answer(call, functions, files, denied)
