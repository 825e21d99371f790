"""Levels: the best one that there is, the one that was asked for, or an error with the reason; never less."""

import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from grader import wire
from grader.errors import EnvironmentFaultError
from grader.report import Cause
from grader.sandbox import doctor, levels
from grader.sandbox.examination import examine
from grader.sandbox.forkserver import ForkLauncher
from grader.sandbox.launching import launcher_for
from grader.sandbox.layers import landlock, namespaces, seccomp
from grader.sandbox.levels import LEVELS, best_level, confinement_for, missing
from grader.sandbox.process import ProcessLauncher
from grader.sandbox.runtime import Runtime
from tests.conftest import ROOT
from tests.sandbox.test_lives import run as call_f

pytestmark = pytest.mark.slow

ABSENT = "it is not here"
#: How the kernel says no: by an error of its own, or by a return value that an attempt asserts.
REFUSALS = {"PermissionError", "FileNotFoundError", "ProcessLookupError", "the call fails", "AssertionError"}


def test_the_best_level_is_the_strongest_that_there_is(monkeypatch):
    assert best_level() == next(level for level in LEVELS if not missing(level))
    monkeypatch.setattr(namespaces, "available", lambda: ABSENT)
    monkeypatch.setattr(landlock, "available", lambda: "")
    monkeypatch.setattr(seccomp, "available", lambda: "")
    assert best_level() == "landlock"
    monkeypatch.setattr(seccomp, "available", lambda: ABSENT)
    assert best_level() == "process"


@pytest.mark.parametrize("level", ["namespaces", "landlock"])
def test_a_level_that_cannot_be_had_is_refused_and_not_weakened(monkeypatch, level):
    monkeypatch.setattr(seccomp, "available", lambda: ABSENT)
    with pytest.raises(EnvironmentFaultError, match=f"{level}.*"):
        ForkLauncher(level)
    assert missing("process") == ""


def test_nothing_but_process_can_be_had_elsewhere(monkeypatch):
    monkeypatch.setattr(levels.sys, "platform", "darwin")
    assert best_level() == "process"
    with launcher_for("auto") as launcher:
        assert isinstance(launcher, ProcessLauncher)


def test_the_portable_way_can_be_forced():
    with launcher_for("process") as launcher:
        assert isinstance(launcher, ProcessLauncher)
        assert launcher.level == "process"


@pytest.mark.parametrize("level", LEVELS)
def test_the_doctors_ways_out_are_closed_at_every_level_but_process(level, tmp_path):
    if missing(level):
        pytest.skip(missing(level))
    decoy = tmp_path / "decoy"
    decoy.write_text("secret")
    found = doctor.try_to_escape(decoy=str(decoy), outside=str(tmp_path / "new"), judge=os.getpid(), level=level)
    open_ways = [escape.attempt for escape in found if not escape.stopped_by]
    if level == "process":
        assert "read /etc/passwd" in open_ways
    else:
        assert open_ways == []
        assert {escape.stopped_by.split(":")[0] for escape in found} <= REFUSALS
        assert not (tmp_path / "new").exists()


def test_where_a_worker_can_do_nothing_at_all_nothing_is_taken_for_stopped(monkeypatch):
    monkeypatch.setattr(doctor, "_HARMLESS", "raise ValueError('anything goes wrong')")
    with pytest.raises(EnvironmentFaultError, match="could not do a harmless thing: ValueError"):
        doctor.try_to_escape(decoy="/", outside="/", judge=1, level="process")


def test_a_worker_that_has_the_judges_process_number_has_not_signalled_it(tmp_path):
    """In a container the judge is process 1, and so is each worker in a process namespace of its own."""
    if missing("namespaces"):
        pytest.skip(missing("namespaces"))
    found = doctor.try_to_escape(decoy="/decoy", outside=str(tmp_path / "new"), judge=1, level="namespaces")
    (signal,) = (escape for escape in found if escape.attempt == "signal the judge")
    assert signal.stopped_by


def installed(folder):
    """Lay out an interpreter's libraries with ours among the packages, as `pip install` does."""
    packages = folder / "python3" / "site-packages"
    for name in (*wire.OURS, "numpy"):
        (packages / name).mkdir(parents=True)
        (packages / name / "__init__.py").touch()
    (folder / "python3" / "os.py").touch()
    (folder / "latest").symlink_to("python3")
    return packages


def test_nothing_readable_holds_our_packages_wherever_they_are_installed(tmp_path, monkeypatch):
    packages = installed(tmp_path)
    monkeypatch.setattr(levels.sysconfig, "get_path", lambda key: str(tmp_path / "latest"))
    monkeypatch.setattr(levels.sysconfig, "get_config_var", lambda key: str(tmp_path))
    monkeypatch.setattr(levels, "package_folders", lambda: [str(packages)])
    with closing(Runtime()) as runtime:
        read = [Path(path) for path in confinement_for("landlock", runtime).read if not Path(path).is_symlink()]
    ours = [packages / name for name in wire.OURS]
    assert not [path for path in read if any(our.is_relative_to(path) or path.is_relative_to(our) for our in ours)]
    assert {packages / "numpy", tmp_path / "python3" / "os.py"} <= set(read)


def told_where_a_call_is_refused(call, code):
    """Run `code` in a process that may not make the system call `call`; return what it printed."""
    if seccomp.available():
        pytest.skip(seccomp.available())
    refuse = (
        "import errno, pyseccomp\n"
        "rules = pyseccomp.SyscallFilter(defaction=pyseccomp.ALLOW)\n"
        f"rules.add_rule(pyseccomp.ERRNO(errno.EPERM), '{call}')\n"
        "rules.load()\n"
        "from grader.sandbox import doctor\n"
    )
    run = subprocess.run([sys.executable, "-c", refuse + code], cwd=ROOT, capture_output=True, text=True, timeout=60)
    return run.stdout + run.stderr


def test_the_doctor_names_the_containers_option_where_system_calls_are_filtered():
    assert "--security-opt seccomp=unconfined" in told_where_a_call_is_refused(
        "unshare", "print(next(doctor.layers()).remedy)"
    )


def test_a_worker_that_cannot_start_is_not_taken_for_one_that_was_stopped():
    told = told_where_a_call_is_refused(
        "landlock_restrict_self", "doctor.try_to_escape(decoy='/', outside='/', judge=1, level='landlock')"
    )
    assert "A worker could not start: PermissionError" in told


def test_the_doctor_says_what_is_missing_and_how_to_get_it(monkeypatch):
    monkeypatch.setattr(seccomp, "available", lambda: ABSENT)
    level, text = examine()
    assert level == "process"
    assert f"seccomp: {ABSENT}" in text
    assert "to get it: apt install libseccomp2" in text
    assert "OPEN" in text


TOO_MANY_THREADS = """
import threading
threading.stack_size(64 * 1024)
go = threading.Event()
def f():
    try:
        for _ in range(10_000):
            threading.Thread(target=go.wait, daemon=True).start()
    finally:
        go.set()
    return 1.0
"""


@pytest.mark.parametrize("level", LEVELS)
def test_ten_thousand_threads_are_too_many_at_every_level(level):
    """Where threads have no limit of their own, memory has one: it can end the start of a thread in three ways."""
    if missing(level):
        pytest.skip(missing(level))
    with ForkLauncher(level) as launcher:
        failure, _ = call_f(launcher, TOO_MANY_THREADS)
        if launcher._confinement.limits_threads():
            assert "started more threads" in failure.message
            assert failure.cause is Cause.PROCESSES
        assert failure.cause in (Cause.PROCESSES, Cause.MEMORY, Cause.TIMEOUT), failure.message


@pytest.mark.parametrize("level", LEVELS)
def test_sixty_threads_at_once_are_not(level):
    if missing(level):
        pytest.skip(missing(level))
    with ForkLauncher(level) as launcher:
        reply, _ = call_f(launcher, TOO_MANY_THREADS.replace("10_000", "60"))
    assert isinstance(reply, wire.Answer), reply


@pytest.mark.skipif(os.geteuid() != 0, reason="only root becomes another user")
@pytest.mark.parametrize("level", LEVELS[:2])
def test_root_stays_without_capabilities_where_others_cannot_read_the_libraries(level, tmp_path, monkeypatch):
    if missing(level):
        pytest.skip(missing(level))
    (tmp_path / "torch").mkdir(mode=0o700)
    monkeypatch.setattr(levels, "package_folders", lambda: [str(tmp_path)])
    with ForkLauncher(level) as launcher:
        assert "privileges (root without capabilities)" in launcher.layers
        assert "limits (threads too)" not in launcher.layers
