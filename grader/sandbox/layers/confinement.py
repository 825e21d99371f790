"""Which layers a fork server and its workers are put into, and when."""

import json
import os
from dataclasses import asdict, dataclass
from typing import Self

from grader.sandbox.layers import cgroup, landlock, limits, namespaces, privileges, seccomp

_DEVICES = ("/dev/zero", "/dev/random", "/dev/urandom")


@dataclass(frozen=True)
class Confinement:
    """A plan, made by the judge and carried out by the host and its workers.

    `read` are the paths that a worker may read, `lives` the folder in which each life has its own. `user`
    is the one that root becomes (None: it stays root without capabilities); it means nothing to anyone else. `group`
    is the control group that the host joins, "" for none.
    """

    level: str
    read: tuple[str, ...]
    lives: str
    root: bool
    user: int | None
    group: str

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
        return self.user if self.level == "landlock" and self.root else None

    def bounds_disk(self) -> bool:
        """Whether the kernel keeps each life's folder small."""
        return self.level == "namespaces"

    def layers(self) -> tuple[str, ...]:
        """Name the layers, outermost first."""
        totals = (cgroup.describe(),) if self.group else ()
        if self.level == "process":
            return (*totals, limits.describe(threads=False))
        world = (namespaces.describe(),) if self.level == "namespaces" else ()
        given_up = (privileges.describe(self.user),) if self.root else ()
        files = () if landlock.available() else (landlock.describe(),)
        return (*totals, *world, *given_up, *files, seccomp.describe(), limits.describe(threads=self.limits_threads()))

    def limits_threads(self) -> bool:
        """Whether nobody's processes but ours are counted where a worker runs. See `limits`."""
        alone = self.root and self.user not in (None, privileges.NOBODY)
        if self.level == "namespaces":
            bound = not self.root or self.user is not None
            return alone or (bound and limits.counted_by_namespace())
        return alone and self.level == "landlock"

    def confine_host(self) -> int:
        """Put the calling process, soon a fork server, where it belongs; before anything else is imported.

        Returns a descriptor of its folder in /proc.
        """
        if self.group:
            cgroup.apply(self.group)
        if self.level != "process":
            seccomp.prepare()
        if self.level == "namespaces":
            return namespaces.enter_world(read=self.read, lives=self.lives, user=self.user)
        process = limits.own_process()
        if self.level == "landlock" and self.root:
            privileges.apply(self.user)
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
            privileges.apply(None)  # of its own small world; nothing more is to be mounted
        if not landlock.available():
            landlock.apply(read=(*self.read, *_DEVICES), write=(scratch, "/dev/null"))
        if self.limits_threads():
            limits.apply_to_threads()
        seccomp.apply(os.getpid())
