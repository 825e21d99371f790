"""Root gives itself up: a user of its own where that can be and can read the interpreter, else no capability.

Not a level of its own: root is what the other layers must not be applied to, since some limits do not bind it.
"""

import os
import random
import stat
import struct
from collections.abc import Iterable
from pathlib import Path

from grader.sandbox.layers.system_calls import process_control, set_capabilities, tried

NOBODY = 65534
#: User ids that systemd's table of them leaves to nobody (https://systemd.io/UIDS-GIDS).
_UNUSED = range(0x70000000, 0x7FFFFFFF)
_CAPABILITIES = range(64)
#: What root needs to become another user, to give that one a folder, to end its processes and to remove its files.
_TO_LOOK_AFTER = (0, 1, 5, 6, 7)  # CAP_CHOWN, CAP_DAC_OVERRIDE, CAP_KILL, CAP_SETGID, CAP_SETUID
_DROP_FROM_BOUNDING_SET = 24  # of prctl
_VERSION_3 = 0x20080522  # of the capability header


def needed() -> bool:
    """Whether this process is root."""
    return os.geteuid() == 0


def can_become_another() -> bool:
    """Whether this root can become another user and look after that one; in a container it may lack the rights."""
    status = Path("/proc/self/status").read_text()
    held = next(int(line.split()[1], 16) for line in status.splitlines() if line.startswith("CapEff"))
    able = all(held >> capability & 1 for capability in _TO_LOOK_AFTER)
    return able and tried(lambda: apply(NOBODY)) == 0


def readable_by_others(paths: Iterable[str], *, in_place: bool) -> bool:
    """Whether any user can read `paths`: `in_place` also where they lie, which depends on every folder above them."""
    for path in paths:
        for place in (Path(path), *(Path(path).parents if in_place else ())):
            mode = place.stat().st_mode if place.exists() else 0
            if not mode & (stat.S_IXOTH if place.is_dir() else stat.S_IROTH):
                return False
    return True


def new_user() -> int:
    """Return a user id, and group id, that no process has; `NOBODY` where this place may not use ids so high."""
    user = random.SystemRandom().choice(_UNUSED)
    maps = [Path(f"/proc/self/{kind}_map").read_text() for kind in ("uid", "gid")]
    return user if all(_covers(text, user) for text in maps) else NOBODY


def describe(user: int | None) -> str:
    """Name the layer, for the report."""
    if user is None:
        return "privileges (root without capabilities)"
    return f"privileges (user {NOBODY})" if user == NOBODY else "privileges (a user of its own)"


def apply(user: int | None) -> None:
    """Give up root: become `user`, or, if None, stay root in name and drop every capability."""
    if user is not None:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
        return
    for capability in _CAPABILITIES:
        try:
            process_control(_DROP_FROM_BOUNDING_SET, capability)
        except OSError:
            break  # the kernel knows no more of them
    _drop_capabilities()


def _covers(id_map: str, user: int) -> bool:
    """Whether the text of /proc/PID/uid_map or gid_map gives a meaning to `user`."""
    ranges = [tuple(map(int, line.split())) for line in id_map.splitlines()]
    return any(first <= user < first + count for first, _, count in ranges)


def _drop_capabilities() -> None:
    set_capabilities(struct.pack("<Ii", _VERSION_3, 0), struct.pack("<6I", *([0] * 6)))
