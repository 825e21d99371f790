"""How each platform names what it hands out: one module a platform, each a `Layout`."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from grader.lms.layouts import blackboard, brightspace, canvas, folder, gradescope, moodle, nbgrader
from grader.lms.piece import Layout

#: By the name that `--layout` takes. `folder` fits everything and is the last resort.
LAYOUTS: Final[Mapping[str, Layout]] = MappingProxyType(
    {
        "canvas": canvas,
        "moodle": moodle,
        "blackboard": blackboard,
        "gradescope": gradescope,
        "brightspace": brightspace,
        "nbgrader": nbgrader,
        "folder": folder,
    }
)
