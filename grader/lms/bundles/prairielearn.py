"""An image to build and a question to copy into a PrairieLearn course.

Source: PrairieLearn/PrairieLearn, docs/externalGrading.md.
"""

import html
import json
import uuid
from typing import Final

from grader.assignment import Assignment
from grader.lms.bundles.packing import Packed, script, sources, zipped

_SPACE: Final = uuid.UUID("6f1d3b1e-1b0c-5c0a-9a63-5f0f5a5a2c11")  # any; so that an assignment keeps its id
_SECONDS: Final = 120


def placeholder(assignment: Assignment) -> str:
    """Return a name for the image where none is given: an example, to be replaced by where one has put it."""
    return f"organisation/grader:{assignment.info.id}-{assignment.info.version}"


def prairielearn_bundle(assignment: Assignment, image: str | None = None) -> bytes:
    """Return a zip with `image/` (build and push it) and `question/` (copy it into the course).

    `image` is the name under which PrairieLearn will pull what `image/` builds.
    """
    info, entry = assignment.info, assignment.manifest.submission.entry
    about = {
        "uuid": str(uuid.uuid5(_SPACE, info.id)),
        "title": assignment.manifest.title,
        "topic": info.id,
        "type": "v3",
        "singleVariant": True,
        "gradingMethod": "External",
        "externalGradingOptions": {
            "enabled": True, "image": image or placeholder(assignment),
            "entrypoint": "/opt/grader/run_prairielearn", "timeout": _SECONDS,
        },
    }  # fmt: skip
    page = _PAGE.format(title=html.escape(assignment.manifest.title), entry=html.escape(entry, quote=True))
    question = {
        "question/info.json": Packed((json.dumps(about, indent=2) + "\n").encode()),
        "question/question.html": Packed(page.encode()),
    }
    built = {
        "image/Dockerfile": script("Dockerfile")._replace(runs=False),
        "image/run_prairielearn": script("run_prairielearn"),
    }
    return zipped(question | built | sources("image/", assignment.folder))


_PAGE: Final = """\
<pl-question-panel>
  <p>{title}: upload {entry}.</p>
  <pl-file-upload file-names="{entry}"></pl-file-upload>
</pl-question-panel>
<pl-submission-panel>
  <pl-external-grader-results></pl-external-grader-results>
  <pl-file-preview></pl-file-preview>
</pl-submission-panel>
"""
