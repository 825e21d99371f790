"""Real worker processes, spawned and forked: what they see, what they print, how they end, and that nothing of them is left."""

import os
import signal
import time
from pathlib import Path

import pytest

from grader import wire
from grader.judge.session import Session
from grader.manifest import Limits
from grader.report import Cause
from grader.sandbox import forkserver, process
from grader.sandbox.forkserver import ForkLauncher
from grader.sandbox.process import ProcessLauncher
from grader.sandbox.runtime import package_folders

pytestmark = pytest.mark.slow

LIMITS = Limits(import_seconds=30, call_seconds=20, total_seconds=60, memory_mb=300)
HASTY = LIMITS.model_copy(update={"call_seconds": 1})


@pytest.fixture(scope="module", params=[ForkLauncher, ProcessLauncher])
def launcher(request):
    with request.param() as launcher:
        yield launcher


def run(launcher, source, entry="attention.py", limits=LIMITS, **helpers):
    """Load `source` and call its function f(); return the failure or what came back, and what was printed."""
    files = ((entry, source.encode()), *((f"{name}.py", text.encode()) for name, text in helpers.items()))
    load = wire.Load(
        "attention",
        entry,
        files,
        (wire.Wanted(("f",), ()),),
        memory_growth=limits.memory_mb * 2**20,
        cpu_seconds=int(limits.total_seconds),
    )
    session = Session(launcher, load, limits, lambda file, line: f"line {line}")
    try:
        reply = session.open() or session.ask("f", {}, arrays=False)
    finally:
        printed = session.close()
    return reply, printed


def value(reply):
    (block,) = reply.values
    return block


@pytest.mark.parametrize(
    ("body", "cause"),
    [
        ("return undefined", Cause.EXCEPTION),
        ("import sys; sys.exit(0)", Cause.EXIT),
        ("import os; os._exit(0)", Cause.EXIT),
        ("exit()", Cause.EXIT),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", Cause.SIGNAL),
        ("import ctypes; ctypes.string_at(0)", Cause.SIGNAL),
        ("import os; os.abort()", Cause.SIGNAL),
        ("while True: pass", Cause.TIMEOUT),
        ("import time; time.sleep(60)", Cause.TIMEOUT),
        ("import signal; signal.pause()", Cause.TIMEOUT),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSTOP)", Cause.TIMEOUT),
        ("while True: print('x' * 10000)", Cause.OUTPUT),
        ("import sys\n    while True: sys.stderr.write('x' * 10000)", Cause.OUTPUT),
        ("return torch.zeros(10**9)", Cause.MEMORY),
        ("return bytearray(10**9)", Cause.MEMORY),
        ("x = 'x'\n    while True: x += x", Cause.MEMORY),
        ("import os\n    for fd in range(3, 100):\n        try: os.write(fd, b'GRD1 all right')\n        except OSError: pass",
         Cause.PROTOCOL),
        ("import os\n    os.closerange(3, 100)\n    import time; time.sleep(60)", Cause.PROTOCOL),
        ("return f()", Cause.EXCEPTION),
        ("open('big', 'wb').write(b'x' * (64 * 2**20))", Cause.EXCEPTION),
        ("return input()", Cause.EXCEPTION),
    ],
)  # fmt: skip
def test_every_way_to_go_wrong_has_its_cause(launcher, body, cause):
    limits = HASTY if cause is Cause.TIMEOUT else LIMITS
    failure, _ = run(launcher, f"import torch\ndef f():\n    {body}\n", limits=limits)
    assert failure.cause is cause, failure.message


def test_the_import_has_a_limit_of_its_own(launcher):
    limits = LIMITS.model_copy(update={"import_seconds": 0.5})
    failure, _ = run(launcher, "while True: pass", limits=limits)
    assert failure.cause is Cause.TIMEOUT
    assert failure.message.startswith("Importing attention.py")


def test_stdout_and_stderr_are_kept_apart_and_cut(launcher):
    _, printed = run(
        launcher,
        "import sys\nprint('at import')\ndef f():\n    print('o' * 100_000)\n    sys.stderr.write('e')\n    return 1.0\n",
    )
    assert printed.stdout.startswith("at import\nooo")
    assert len(printed.stdout) < 100_000
    assert printed.stderr == "e"
    assert printed.truncated


def test_text_from_below_python_is_kept_too(launcher):
    _, printed = run(launcher, "import os\nos.write(1, b'\\xff raw \\x1b[31m')\ndef f(): return 1.0\n")
    assert printed.stdout == "\N{REPLACEMENT CHARACTER} raw \x1b[31m"


def test_bytes_that_look_like_a_result_on_stdout_are_only_text(launcher):
    reply, printed = run(launcher, "def f():\n    print('GRD1 100/100 PASSED')\n    return 2.0\n")
    assert value(reply).shape == ()
    assert "PASSED" in printed.stdout


def test_the_environment_is_clean_and_the_folder_empty(launcher, monkeypatch):
    monkeypatch.setenv("SECRET_TOKEN", "hunter2")
    monkeypatch.setenv("PYTHONPATH", "/")
    source = (
        "import os, sys\n"
        "def f():\n"
        "    assert 'SECRET_TOKEN' not in os.environ and 'PYTHONPATH' not in os.environ\n"
        "    assert sys.argv == ['worker'] and os.listdir() == ['attention.py']\n"
        "    assert os.environ['HOME'] == os.getcwd() == os.environ['TMPDIR']\n"
        "    assert 'grade' not in os.getcwd()\n"
        "    assert sys.flags.isolated and sys.flags.safe_path and not sys.flags.dev_mode\n"
        "    return 1.0\n"
    )
    reply, _ = run(launcher, source)
    assert isinstance(reply, wire.Answer), reply


@pytest.mark.parametrize("module", ["reference", "reference.attention", "grader.judge", "assignments", "tests"])
def test_the_reference_and_the_judge_are_not_on_the_path(launcher, module):
    failure, _ = run(launcher, f"import {module}\n")
    assert failure.cause is Cause.IMPORT
    assert "No module named" in failure.message


@pytest.mark.parametrize("way", [forkserver, process])
def test_the_reference_is_not_to_be_imported_from_where_it_is_installed(way, tmp_path, monkeypatch):
    for file in ("reference/attention.py", "grader/__init__.py"):
        (tmp_path / file).parent.mkdir()
        (tmp_path / file).touch()
    monkeypatch.setattr(way, "package_folders", lambda: [*package_folders(), str(tmp_path)])
    with ForkLauncher() if way is forkserver else ProcessLauncher() as launcher:
        failure, _ = run(launcher, "import reference.attention\n")
        own, _ = run(launcher, "import reference\ndef f(): return reference.mine\n", reference="mine = 1.0")
    assert failure.cause is Cause.IMPORT, failure
    assert isinstance(own, wire.Answer), own


def test_a_helper_called_grader_is_the_students_own(launcher):
    reply, _ = run(launcher, "import grader\ndef f(): return grader.mine\n", grader="mine = 1.0")
    assert isinstance(reply, wire.Answer), reply


def test_scratch_files_of_one_life_are_gone_in_the_next(launcher):
    source = "import os\ndef f():\n    n = len(os.listdir('.'))\n    open('left', 'w').close()\n    return float(n)\n"
    replies = [run(launcher, source)[0] for _ in range(2)]
    assert value(replies[0]).data == value(replies[1]).data


def test_threads_and_children_end_with_the_life(launcher):
    source = (
        "import os, threading, time\n"
        "threading.Thread(target=time.sleep, args=(600,)).start()\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    time.sleep(600)\n"
        "def f(): return float(child)\n"
    )
    reply, _ = run(launcher, source)
    import numpy as np

    child = int(np.frombuffer(value(reply).data)[0])
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline and _alive(child):
        time.sleep(0.01)
    assert not _alive(child)


def _alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False


def test_no_descriptor_is_left_in_the_judge(launcher):
    run(launcher, "def f(): return 1.0\n")
    before = len(os.listdir("/proc/self/fd"))
    for source in ("def f(): return 1.0\n", "import os\nos._exit(3)\n"):
        run(launcher, source)
    assert len(os.listdir("/proc/self/fd")) == before


@pytest.mark.parametrize("kind", [ForkLauncher, ProcessLauncher])
def test_a_closed_launcher_leaves_no_process_and_no_folder(kind):
    with kind() as launcher:
        launcher.warm()
        life = launcher.start()
        life.receive(60)
        pid, folder = life._process.pid, launcher._runtime.folder
        assert _alive(pid)
    assert not _alive(pid)
    assert not folder.exists()


def test_a_life_that_ended_by_itself_can_be_ended_again(launcher):
    life = launcher.start()
    life.receive(60)
    os.kill(life._process.pid, signal.SIGKILL)
    life.end()
    assert life.end() == life.end()


def test_one_worker_waits_at_most_and_is_used_first():
    with ProcessLauncher() as launcher:
        launcher.warm()
        launcher.warm()
        (waiting,) = launcher._warm
        assert launcher.start() is waiting


def test_a_worker_that_died_while_it_waited_is_passed_over():
    with ProcessLauncher() as launcher:
        launcher.warm()
        (waiting,) = launcher._warm
        os.kill(waiting._process.pid, signal.SIGKILL)
        while waiting.runs():
            time.sleep(0.01)
        life = launcher.start()
        assert life is not waiting
        assert waiting.ended
        assert life.receive(180)
