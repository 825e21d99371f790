"""Where the assignments lie."""

from pathlib import Path

from grader.errors import UsageError
from grader.settings import Settings, find_assignment


def assignment_folders(settings: Settings) -> dict[str, Path]:
    """Return the folders of all assignments by their ids: those beside each other, and the default one."""
    found = {path.parent.name: path.parent for path in sorted(settings.assignments.glob("*/assignment.toml"))}
    try:
        default = find_assignment(settings, None)
    except UsageError:
        return found
    return {default.name: default, **found}
