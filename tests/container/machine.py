"""Podman with a storage of its own, which is removed as a whole, and the grader's image in it."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from tests.conftest import ROOT

#: What is the same the next time: see build.sh.
CACHE = Path(os.environ.get("CONTAINER_CACHE") or Path(tempfile.gettempdir()) / "grader-container-cache")
#: Not every machine lets podman raise the limits that it raises by itself.
LIMITS = ("--ulimit=nofile=1000:1000", "--ulimit=nproc=1000:1000")
#: The calls that the namespaces need, and that Docker's profile refuses to a container without CAP_SYS_ADMIN.
NEEDED = ["unshare", "mount", "umount2", "pivot_root", "setns"]


def lacking() -> str:
    """Say what this machine lacks to run containers; "" if nothing."""
    if os.geteuid() != 0:
        return "only root can start these containers"
    absent = [tool for tool in ("podman", "runc", "debootstrap", "apt-get", "unshare") if not shutil.which(tool)]
    if absent:
        return f"not installed: {', '.join(absent)} (Debian: apt install podman runc debootstrap)"
    if subprocess.run(["unshare", "--mount", "true"], capture_output=True).returncode:
        return "this root may not mount, so it can start no container"
    return ""


class Machine:
    """Builds images and runs them under a seccomp profile: Docker's default, Podman's, none, or Docker's and NEEDED."""

    def __init__(self) -> None:
        self._store = Path(tempfile.mkdtemp(prefix="grader-container-"))
        files = {"docker": CACHE / "docker.json", "needed": self._store / "needed.json", "none": "unconfined"}
        self._profiles = {name: (f"--security-opt=seccomp={file}",) for name, file in files.items()} | {"podman": ()}

    def build(self, images: Mapping[str, Sequence[object]]) -> None:
        """Build images side by side: each a folder with a Dockerfile, and options."""
        command = [Path(__file__).with_name("build.sh"), CACHE, self._store]
        subprocess.run(command, check=True, env={**os.environ, "PYTHON": sys.executable})
        profile = json.loads((CACHE / "docker.json").read_text())
        profile["syscalls"].append({"names": NEEDED, "action": "SCMP_ACT_ALLOW"})
        (self._store / "needed.json").write_text(json.dumps(profile))
        with ThreadPoolExecutor() as pool:
            list(pool.map(lambda image: self.make(image, *images[image]), images))  # a list: what failed is raised

    def make(self, image: str, context: object, *options: object) -> None:
        """Build an image from a folder with a Dockerfile. pip finds wheels of what it wants, and asks no index."""
        arguments = {"BASE": "localhost/base", "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "/wheels"}
        given = [f"--build-arg={name}={value}" for name, value in arguments.items()]
        wheels = f"--volume={(self._store / 'wheels').resolve()}:/wheels:ro"
        how = ("--isolation=chroot", "--format=docker", wheels, *given, f"--tag={image}", *map(str, options))
        built = self._podman("build", *how, str(context))
        assert built.returncode == 0, built.stdout[-5000:] + built.stderr[-5000:]

    def run(self, profile: str, *options: str, command: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
        """Run the entry point of the image `grader`, or that of `options`, with the arguments `command`."""
        mounts = [f"--volume={ROOT}/{part}:/work/{part}:ro" for part in ("assignments", "tests", "pyproject.toml")]
        tools = f"--volume={self._store}/tools:/tools:ro"
        return self.run_image("grader", profile, *mounts, tools, *options, command=command)

    def run_image(
        self, image: str, profile: str, *options: str, command: tuple[str, ...] = ()
    ) -> subprocess.CompletedProcess[str]:
        """Run a container of an image, without a network."""
        given = (*LIMITS, *self._profiles[profile], *options)
        return self._podman("run", "--rm", "--network=none", *given, image, *command)

    @contextmanager
    def running(self, image: str, profile: str, *options: str) -> Iterator["Container"]:
        """Keep a container of an image running, without a network but its own loopback."""
        given = (*LIMITS, *self._profiles[profile], *options)
        started = self._podman("run", "--detach", "--network=none", *given, image)
        assert started.returncode == 0, started.stderr
        container = Container(self._podman, started.stdout.strip())
        try:
            yield container
        finally:
            self._podman("rm", "--force", container.id)

    def remove(self) -> None:
        """Remove every container, image, mount and file."""
        self._podman("rm", "--all", "--force")
        deadline = time.monotonic() + 30
        while self._store.exists() and time.monotonic() < deadline:  # after an interrupt podman cleans up beside us
            mounts = [line.split()[1] for line in Path("/proc/mounts").read_text().splitlines()]
            for mount in reversed([mount for mount in mounts if mount.startswith(f"{self._store}/")]):
                subprocess.run(["umount", mount], check=False)
            shutil.rmtree(self._store, ignore_errors=True)
            time.sleep(0.1)
        assert not self._store.exists(), f"{self._store} could not be removed"

    def _podman(self, *arguments: str, given: str | None = None) -> subprocess.CompletedProcess[str]:
        places = (f"--root={self._store}/root", f"--runroot={self._store}/run", f"--tmpdir={self._store}/tmp")
        command = ["podman", *places, "--runtime=runc", "--cgroup-manager=cgroupfs", *arguments]
        return subprocess.run(command, input=given, capture_output=True, text=True, timeout=3600)


class Container:
    """A container that runs until it is removed."""

    def __init__(self, podman: Callable[..., subprocess.CompletedProcess[str]], id: str) -> None:  # noqa: A002
        self._podman, self.id = podman, id

    def execute(self, *command: str, given: str | None = None) -> subprocess.CompletedProcess[str]:
        """Run a command in it; `given` is its standard input."""
        return self._podman("exec", *(("--interactive",) if given is not None else ()), self.id, *command, given=given)

    def healthy(self) -> bool:
        """Whether the health check that the image declares passes now."""
        return self._podman("healthcheck", "run", self.id).returncode == 0

    def log(self) -> str:
        """Return what it has said."""
        said = self._podman("logs", self.id)
        return said.stdout + said.stderr
