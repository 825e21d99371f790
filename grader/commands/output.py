"""The file that a command writes its result into."""

import os
from pathlib import Path

from grader.errors import EnvironmentFaultError


def insist_on_place(output: Path) -> None:
    """Raise `EnvironmentFaultError` where no file can be written at `output`: in an instant, before the work."""
    why = ""
    if not output.parent.is_dir():
        why = f"there is no folder {output.parent}"
    elif output.is_dir():
        why = "it is a folder"
    elif not (os.access(output.parent, os.W_OK) or os.access(output, os.W_OK)):
        why = "permission denied"
    if why:
        raise EnvironmentFaultError(f"{output} cannot be written: {why}.")
