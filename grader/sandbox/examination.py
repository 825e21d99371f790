"""What the doctor found, as text: the layers, the levels, and each way out that was tried at the best level."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from grader.sandbox import doctor
from grader.sandbox.levels import Level, best_level


def examine() -> tuple[Level, str]:
    """Examine this machine; return the best level that it can have, and the findings."""
    level = best_level()
    return level, "\n".join([*_layers(), *_levels(level), *_escapes(level)]) + "\n"


def _layers() -> Iterator[str]:
    yield "Layers"
    for layer in doctor.layers():
        yield f"  {'no ' if layer.why_not else 'yes'}  {layer.name}" + (f": {layer.why_not}" if layer.why_not else "")
        if layer.remedy:
            yield f"       to get it: {layer.remedy}"


def _levels(best: Level) -> Iterator[str]:
    yield "Levels, strongest first"
    for level, why_not in doctor.levels():
        told = f": {why_not}" if why_not else "  <- used by default" if level == best else ""
        yield f"  {'no ' if why_not else 'yes'}  {level}{told}"


def _escapes(level: Level) -> Iterator[str]:
    yield f"Ways out, tried by a submission at level {level}"
    with tempfile.TemporaryDirectory(prefix="grade-doctor-") as folder:
        Path(folder).chmod(0o777)
        decoy, outside = Path(folder) / "decoy", Path(folder) / "written"
        decoy.write_text("nobody may read this")
        decoy.chmod(0o644)
        for escape in doctor.try_to_escape(decoy=str(decoy), outside=str(outside), judge=os.getpid(), level=level):
            how = f"refused ({escape.stopped_by})" if escape.stopped_by else "OPEN"
            yield f"  {escape.attempt}: {how}"
