"""Each layer alone, in a process of its own: what it stops, and that it leaves the rest alone."""

import os
import subprocess
import sys
import textwrap

import pytest

from grader.sandbox.layers import landlock, limits, namespaces, privileges, seccomp
from tests.conftest import ROOT

needs_landlock = pytest.mark.skipif(bool(landlock.available()), reason=landlock.available())
needs_seccomp = pytest.mark.skipif(bool(seccomp.available()), reason=seccomp.available())
needs_namespaces = pytest.mark.skipif(bool(namespaces.available()), reason=namespaces.available())

TRY = """
import os, sys, threading
def outcome(action):
    try:
        action()
    except BaseException as error:
        return type(error).__name__
    return "done"
"""


def run(code, cwd):
    """Run `code` in a new interpreter and return what its last line evaluated to."""
    script = TRY + textwrap.dedent(code)
    result = subprocess.run(
        [sys.executable, "-c", script], cwd=cwd, env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    return result.stdout.split()


@needs_landlock
def test_landlock_leaves_only_the_named_paths(tmp_path):
    for folder in ("mine", "shown"):
        (tmp_path / folder).mkdir()
    (tmp_path / "secret").write_text("s")
    code = """
        from grader.sandbox.layers import landlock
        landlock.apply(read=["shown"], write=["mine"])
        print(outcome(lambda: open("mine/new", "w").write("x")), outcome(lambda: open("mine/new").read()))
        print(outcome(lambda: os.listdir("shown")), outcome(lambda: open("shown/new", "w")))
        print(outcome(lambda: open("secret").read()), outcome(lambda: open("other", "w")), outcome(lambda: os.listdir("/")))
    """
    assert run(code, tmp_path) == ["done", "done", "done", "PermissionError", *["PermissionError"] * 3]


@needs_landlock
def test_landlock_does_not_allow_where_a_named_link_leads(tmp_path):
    (tmp_path / "secret").write_text("s")
    (tmp_path / "link").symlink_to("secret")
    (tmp_path / "up").symlink_to("..")
    code = """
        from grader.sandbox.layers import landlock
        landlock.apply(read=["link", "up"], write=[])
        print(outcome(lambda: open("link").read()), outcome(lambda: os.listdir("up")))
    """
    assert run(code, tmp_path) == ["PermissionError", "PermissionError"]


@needs_landlock
def test_landlock_keeps_signals_in_where_the_kernel_can(tmp_path):
    if landlock.version() < 6:
        pytest.skip("Landlock ABI 6 or newer scopes signals")
    code = """
        from grader.sandbox.layers import landlock
        landlock.apply(read=[], write=[])
        print(outcome(lambda: os.kill(os.getppid(), 0)), outcome(lambda: os.kill(os.getpid(), 0)))
    """
    assert run(code, tmp_path) == ["PermissionError", "done"]


@needs_seccomp
def test_seccomp_allows_threads_and_refuses_processes_programs_and_sockets(tmp_path):
    code = """
        import socket, subprocess, threading
        from grader.sandbox.layers import seccomp
        seccomp.apply(os.getpid())
        threads = [threading.Thread(target=lambda: None) for _ in range(4)]
        print(outcome(lambda: [t.start() for t in threads] and [t.join() for t in threads]))
        print(outcome(os.fork), outcome(lambda: subprocess.run(["true"])), outcome(lambda: os.execv("/bin/true", ["true"])))
        print(outcome(socket.socket), outcome(lambda: socket.socket(socket.AF_UNIX)), outcome(socket.socketpair))
        print(outcome(lambda: os.kill(os.getppid(), 0)), outcome(lambda: os.kill(os.getpid(), 0)))
        print(outcome(lambda: os.setuid(1)), outcome(lambda: os.chroot("/")))
    """
    refused = "PermissionError"
    assert run(code, tmp_path) == ["done", *[refused] * 3, *[refused] * 3, refused, "done", refused, refused]


@needs_seccomp
@pytest.mark.parametrize("call", sorted({"ptrace", "mount", "unshare", "setns", "bpf", "keyctl", "io_uring_setup"}))
def test_seccomp_refuses_the_kernels_odd_ends(call, tmp_path):
    code = f"""
        import ctypes, errno, pyseccomp
        from grader.sandbox.layers import seccomp
        number = pyseccomp.resolve_syscall(pyseccomp.Arch.NATIVE, "{call}")
        seccomp.apply(os.getpid())
        libc = ctypes.CDLL(None, use_errno=True)
        print(libc.syscall(number, 0, 0, 0, 0), errno.errorcode[ctypes.get_errno()])
    """
    assert run(code, tmp_path) == ["-1", "EPERM"]


@needs_namespaces
def test_namespaces_show_nothing_but_what_is_named(tmp_path):
    lives = tmp_path / "lives"
    (lives / "other").mkdir(parents=True)
    code = f"""
        import encodings.idna, socket
        from grader.sandbox.layers import namespaces
        namespaces.enter_world(read=["/usr/lib", "/lib", "/lib64"], lives="{lives}")
        child = namespaces.fork_alone()
        if child == 0:
            namespaces.apply(lives="{lives}", scratch="{lives}/mine")
            os.chdir("{lives}/mine")
            print(os.getpid(), os.getppid(), os.listdir("{lives}"))
            print(outcome(lambda: open("file", "w").write("x")), outcome(lambda: open("/usr/lib/grader-new", "w")))
            print(outcome(lambda: os.listdir("/proc")), outcome(lambda: os.listdir("/etc")), outcome(lambda: os.listdir("/home")))
            print(outcome(lambda: socket.create_connection(("127.0.0.1", 9), 1)), outcome(lambda: open("/x", "w")))
            print(outcome(lambda: open("/dev/null", "w").write("x")), flush=True)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        os._exit(status)
    """
    assert run(code, tmp_path) == [
        "1", "0", "['mine']", "done", "OSError", *["FileNotFoundError"] * 3, "OSError", "OSError", "done",
    ]  # fmt: skip


@needs_namespaces
@needs_seccomp
@pytest.mark.parametrize("call", ["unshare", "mount", "pivot_root", "umount2", "setns"])
def test_namespaces_that_lack_a_single_step_are_not_there(call, tmp_path):
    code = f"""
        import errno, pyseccomp
        from grader.sandbox.layers import namespaces
        assert namespaces.available() == ""
        rules = pyseccomp.SyscallFilter(defaction=pyseccomp.ALLOW)
        rules.add_rule(pyseccomp.ERRNO(errno.EPERM), "{call}")
        rules.load()
        print(namespaces.available())
    """
    assert " ".join(run(code, tmp_path)).endswith("refused here (Operation not permitted)")


@needs_namespaces
def test_what_fills_its_folder_fills_only_that(tmp_path):
    (tmp_path / "lives").mkdir()
    code = f"""
        from grader.sandbox.layers import namespaces
        namespaces.enter_world(read=["/usr/lib"], lives="{tmp_path}/lives")
        child = namespaces.fork_alone()
        if child == 0:
            namespaces.apply(lives="{tmp_path}/lives", scratch="{tmp_path}/lives/mine")
            def fill():
                with open("{tmp_path}/lives/mine/big", "wb", buffering=0) as file:
                    for _ in range(100):
                        file.write(bytes(1 << 20))
            print(outcome(fill), flush=True)
            os._exit(0)
        os._exit(os.waitpid(child, 0)[1])
    """
    assert run(code, tmp_path) == ["OSError"]
    assert sum(path.stat().st_size for path in tmp_path.rglob("*") if path.is_file()) == 0


def test_limits_hold(tmp_path):
    code = """
        from grader.sandbox.layers import limits
        used = limits.address_space(limits.own_process())
        limits.apply(address_space=used, memory_growth=50 << 20, cpu_seconds=5)
        print(outcome(lambda: bytearray(10 << 20)), outcome(lambda: bytearray(100 << 20)))
        print(outcome(lambda: open("big", "wb").write(bytes(20 << 20))), outcome(lambda: [open("/dev/null") for _ in range(300)]))
    """

    assert run(code, tmp_path) == ["done", "MemoryError", "OSError", "OSError"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has privileges to give up")
def test_root_gives_up_what_root_can_do(tmp_path):
    code = """
        from grader.sandbox.layers import privileges
        privileges.apply(None)
        print(os.geteuid(), outcome(lambda: os.setuid(1)), outcome(lambda: os.chown(".", 1, 1)))
    """
    assert run(code, tmp_path) == ["0", "PermissionError", "PermissionError"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has capabilities to lack")
@pytest.mark.parametrize("capability", [0, 1, 5, 6, 7])  # CHOWN, DAC_OVERRIDE, KILL, SETGID, SETUID
def test_root_that_lacks_a_capability_does_not_become_another_user(capability, tmp_path):
    code = f"""
        import struct
        from grader.sandbox.layers import privileges, system_calls
        print(privileges.can_become_another())
        low, high = 0xFFFFFFFF & ~(1 << {capability}), 0
        data = struct.pack("<6I", low & held, low & held, 0, high, high, 0)
        system_calls.set_capabilities(struct.pack("<Ii", 0x20080522, 0), data)
        print(privileges.can_become_another())
    """
    held = "held = int(open('/proc/self/status').read().split('CapPrm:')[1].split()[0], 16) & 0xFFFFFFFF\n"
    assert run(held + textwrap.dedent(code), tmp_path) == ["True", "False"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_root_becomes_another_user_for_good(tmp_path):
    code = """
        from grader.sandbox.layers import privileges
        privileges.apply(privileges.NOBODY)
        print(os.geteuid(), os.getgroups(), outcome(lambda: os.setuid(0)), outcome(lambda: open("/etc/shadow")))
    """
    assert run(code, tmp_path) == ["65534", "[]", "PermissionError", "PermissionError"]


#: Starts threads with small stacks until no more may be started, and prints how many there were.
THREADS = """
        threading.stack_size(64 * 1024)
        go = threading.Event()
        started = []
        def start():
            for number in range(1_000):
                threading.Thread(target=go.wait).start()
                started.append(number)
        print(outcome(start), len(started), flush=True)
        go.set()
"""


@pytest.mark.skipif(not privileges.needed() or not privileges.can_become_another(), reason="only root makes users up")
def test_the_threads_of_a_user_that_was_made_up_are_limited_and_nobody_elses_are(tmp_path):
    code = f"""
        from grader.sandbox.layers import limits, privileges
        privileges.apply(privileges.new_user())
        limits.apply_to_threads()
        {THREADS.strip()}
    """
    assert run(code, tmp_path) == ["RuntimeError", str(limits.THREADS - 1)]
    assert run(THREADS, tmp_path) == ["done", "1000"]


@needs_namespaces
@pytest.mark.skipif(not limits.counted_by_namespace(), reason="this kernel counts processes over all namespaces")
def test_the_threads_of_a_small_world_are_limited(tmp_path):
    (tmp_path / "lives").mkdir()
    code = f"""
        from grader.sandbox.layers import limits, namespaces, privileges
        user = privileges.new_user() if privileges.needed() else None
        namespaces.enter_world(read=["/usr/lib"], lives="{tmp_path}/lives", user=user)
        privileges.apply(None)
        limits.apply_to_threads()
        {THREADS.strip()}
    """
    kind, started = run(code, tmp_path)
    assert kind == "RuntimeError"
    assert limits.THREADS - 5 < int(started) < limits.THREADS


@needs_namespaces
@pytest.mark.skipif(not privileges.needed() or not privileges.can_become_another(), reason="only root makes users up")
def test_root_is_another_user_in_its_small_world_and_none_that_it_knows(tmp_path):
    (tmp_path / "lives").mkdir()
    (tmp_path / "secret").write_text("of root")
    (tmp_path / "secret").chmod(0o600)
    code = f"""
        from grader.sandbox.layers import namespaces, privileges
        namespaces.enter_world(read=["/usr/lib", "{tmp_path}/secret"], lives="{tmp_path}/lives", user=1_900_000_000)
        privileges.apply(None)
        print(os.getresuid() == os.getresgid() == (1000,) * 3, os.getgroups(), os.stat("{tmp_path}/secret").st_uid)
        print(outcome(lambda: open("{tmp_path}/secret")), outcome(lambda: os.setuid(999)))
    """
    assert run(code, tmp_path) == ["True", "[]", "999", "PermissionError", "PermissionError"]
