"""Which layers a fork server and its workers are put into, and when."""

import json
import os
from dataclasses import asdict, dataclass
from typing import Self

from grader.sandbox.layers import landlock, limits, namespaces, privileges, seccomp

_DEVICES = ("/dev/zero", "/dev/random", "/dev/urandom")


@dataclass(frozen=True)
class Confinement:
    """A plan, made by the judge and carried out by the host and its workers.

    `read` are the paths that a worker may read, `lives` the folder in which each life has its own. `another_user`
    says whether root becomes another user (or stays root without capabilities); it means nothing to anyone else.
    """

    level: str
    read: tuple[str, ...]
    lives: str
    root: bool
    another_user: bool

    def to_json(self) -> str:
        """Return the plan as text, for another process."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Return the plan that `to_json` wrote."""
        fields = json.loads(text)
        return cls(**{**fields, "read": tuple(fields["read"])})

    def owner(self) -> int | None:
        """Return the user that must own a life's folder, if it is another than the caller."""
        return privileges.NOBODY if self.level == "landlock" and self.root and self.another_user else None

    def layers(self) -> tuple[str, ...]:
        """Name the layers, outermost first."""
        if self.level == "process":
            return ("limits",)
        world = (namespaces.describe(),) if self.level == "namespaces" else ()
        given_up = (privileges.describe(another_user=self.another_user),) if self.root and not world else ()
        files = () if landlock.available() else (landlock.describe(),)
        return (*world, *given_up, *files, seccomp.describe(), limits.describe())

    def confine_host(self) -> int:
        """Put the calling process, soon a fork server, where it belongs; before anything else is imported.

        Returns a descriptor of its folder in /proc.
        """
        if self.level != "process":
            seccomp.prepare()
        if self.level == "namespaces":
            return namespaces.enter_world(read=self.read, lives=self.lives)
        process = limits.own_process()
        if self.level == "landlock" and self.root:
            privileges.apply(another_user=self.another_user)
        return process

    def fork(self) -> int:
        """Fork a worker; alone in a namespace for processes if the level has one."""
        return namespaces.fork_alone() if self.level == "namespaces" else os.fork()

    def confine_worker(self, scratch: str) -> None:
        """Put the calling process, soon a worker whose folder is `scratch`, behind everything that is left."""
        if self.level == "process":
            return
        if self.level == "namespaces":
            namespaces.apply(lives=self.lives, scratch=scratch)
            privileges.apply(another_user=False)  # of its own small world; nothing more is to be mounted
        if not landlock.available():
            landlock.apply(read=(*self.read, *_DEVICES), write=(scratch, "/dev/null"))
        seccomp.apply(os.getpid())
