"""What this machine can do to confine a submission: layer by layer, and by trying to get out."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from grader import wire
from grader.errors import EnvironmentFaultError
from grader.sandbox.forkserver import ForkLauncher
from grader.sandbox.layers import cgroup, landlock, namespaces, privileges, seccomp
from grader.sandbox.levels import LEVELS, Level, best_level, missing
from grader.sandbox.life import LifeEndedError

_REMEDIES = {
    "namespaces": (
        "allow unprivileged user namespaces: sysctl kernel.unprivileged_userns_clone=1 (Debian), "
        "kernel.apparmor_restrict_unprivileged_userns=0 (Ubuntu); in a container where AppArmor is on: "
        "--security-opt apparmor=unconfined"
    ),
    "landlock": "use Linux 5.13 or newer with landlock among the kernel's lsm= modules",
    "seccomp": "apt install libseccomp2, pip install pyseccomp",
    "cgroup": "run the grader as systemd-run --user --scope -p Delegate=yes grade ... (as root without --user)",
}
#: For namespaces where a filter on system calls is on, as in a container: what they need is most often what it refuses.
_OPTIONS = (
    "start the container with --security-opt seccomp=unconfined, or with a profile that also allows unshare, mount, "
    "pivot_root, umount2 and setns (Podman's own does); where AppArmor is on, also --security-opt apparmor=unconfined"
)
_HARMLESS = "open('scratch', 'w').write('x')"
#: Each tries one way out and returns if it succeeded. Its name is what it tries.
_ESCAPES = {
    "read /etc/passwd": "open('/etc/passwd').read()",
    "read a decoy in /tmp": "open({decoy!r}).read()",
    "list the root folder of the machine": "assert 'etc' in __import__('os').listdir('/')",
    "read the environment of another process": "open('/proc/1/environ', 'rb').read()",
    "write outside its folder": "open({outside!r}, 'w').write('x')",
    "open a network socket": "__import__('socket').socket()",
    "signal the judge": "import os; assert os.getpid() != {judge}, 'a number of its own'; os.kill({judge}, 0)",
    "start a program": "__import__('subprocess').run(['/bin/true'], check=True)",
    "start a process": "__import__('os').fork()",
    "trace a process": "assert __import__('ctypes').CDLL(None).ptrace(0, 0, 0, 0) == 0",
    "make a namespace": "assert __import__('ctypes').CDLL(None).unshare(0x10000000) == 0",
}


class LayerState(NamedTuple):
    """A layer, why it cannot be had ("" if it can), and how to get it."""

    name: str
    why_not: str
    remedy: str


class Escape(NamedTuple):
    """A way out, and what stopped it; "" if nothing did."""

    attempt: str
    stopped_by: str


def layers() -> Iterator[LayerState]:
    """Say of each layer whether this machine has it."""
    for name, module in (("namespaces", namespaces), ("landlock", landlock), ("seccomp", seccomp), ("cgroup", cgroup)):
        why_not = module.available()
        yield LayerState(module.describe() if not why_not else name, why_not, _remedy(name) if why_not else "")
    if privileges.needed():
        yield LayerState("privileges: this is root, which every level but process gives up", "", "")


def _remedy(name: str) -> str:
    status = Path("/proc/self/status")
    filtered = status.exists() and "Seccomp:\t2" in status.read_text()
    return _OPTIONS if name == "namespaces" and filtered else _REMEDIES[name]


def levels() -> Iterator[tuple[Level, str]]:
    """Say of each level why it cannot be had, "" if it can."""
    for level in LEVELS:
        yield level, missing(level)


def try_to_escape(*, decoy: str, outside: str, judge: int, level: Level | None = None) -> list[Escape]:
    """Run each way out in a worker of `level` (the best one if None), and say what stopped it.

    `decoy` is a readable file, `outside` a path that any user may write to, `judge` the process to signal. Raises
    `EnvironmentFaultError` if a worker cannot even do what is harmless: then nothing would be seen here.
    """
    with ForkLauncher(level or best_level()) as launcher:
        if stopped_by := _attempt(launcher, _HARMLESS):
            raise EnvironmentFaultError(f"A worker could not do a harmless thing: {stopped_by}.")
        return [
            Escape(attempt, _attempt(launcher, code.format(decoy=decoy, outside=outside, judge=judge)))
            for attempt, code in _ESCAPES.items()
        ]


def _attempt(launcher: ForkLauncher, code: str) -> str:
    source = f"def attempt():\n    {code}\n    return 1.0\n".encode()
    load = wire.Load("attempt", "attempt.py", (("attempt.py", source),), (wire.Wanted(("attempt",), ()),))
    life = launcher.start()
    try:
        life.receive(30)
    except LifeEndedError as error:  # it has tried nothing yet, so nothing has stopped it
        last = life.end().stderr.strip().splitlines()[-1:]
        raise EnvironmentFaultError(f"A worker could not start: {last[0] if last else repr(error)}.") from error
    try:
        life.send(wire.encode(load, 0), 10)
        life.receive(10)
        life.send(wire.encode(wire.Call("attempt", ()), 1), 10)
        _, reply = wire.decode(life.receive(10), wire.FROM_WORKER)
    except LifeEndedError as ended:
        return f"the end of the process ({ended.end} {ended.number})"
    finally:
        life.end()
    if not isinstance(reply, wire.Failed):
        return ""
    return f"{reply.error}: {reply.message}" if reply.message else "the call fails"
