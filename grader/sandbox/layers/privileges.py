"""Root gives itself up: another user where root can and that user can read the interpreter, else no capability.

Not a level of its own: root is what the other layers must not be applied to, since some limits do not bind it.
"""

import os
import stat
import struct
from collections.abc import Iterable
from pathlib import Path

from grader.sandbox.layers.system_calls import process_control, set_capabilities, tried

NOBODY = 65534
_CAPABILITIES = range(64)
#: What root needs to give a folder to another user, to end that user's processes and to remove its files.
_TO_LOOK_AFTER = (0, 1, 5)  # CAP_CHOWN, CAP_DAC_OVERRIDE, CAP_KILL
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
    return able and tried(lambda: apply(another_user=True)) == 0


def readable_by_others(paths: Iterable[str]) -> bool:
    """Whether any user can get at all of `paths`, which depends on every folder above them."""
    for path in paths:
        for place in (Path(path), *Path(path).parents):
            mode = place.stat().st_mode if place.exists() else 0
            if not mode & (stat.S_IXOTH if place.is_dir() else stat.S_IROTH):
                return False
    return True


def describe(*, another_user: bool) -> str:
    """Name the layer, for the report."""
    return f"privileges (user {NOBODY})" if another_user else "privileges (root without capabilities)"


def apply(*, another_user: bool) -> None:
    """Give up root: become `NOBODY`, or stay root in name and drop every capability."""
    if another_user:
        os.setgroups([])
        os.setresgid(NOBODY, NOBODY, NOBODY)
        os.setresuid(NOBODY, NOBODY, NOBODY)
        return
    for capability in _CAPABILITIES:
        try:
            process_control(_DROP_FROM_BOUNDING_SET, capability)
        except OSError:
            break  # the kernel knows no more of them
    _drop_capabilities()


def _drop_capabilities() -> None:
    set_capabilities(struct.pack("<Ii", _VERSION_3, 0), struct.pack("<6I", *([0] * 6)))
