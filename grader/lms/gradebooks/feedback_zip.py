"""Zips of feedback pages that Canvas and Moodle give to the students, by the names that their downloads have.

Canvas: the prefix "…_{user id}_{attachment id}_" says whose; an upload adds a comment each time. Moodle: the folder or
prefix "{name}_{participant}_assignsubmission_file"; a changed page sends a notice. Source: instructure/canvas-lms,
abstract_assignment.rb (infer_comment_context_from_filename); moodle/moodle, mod/assign/feedback/file/importziplib.php.
"""

import io
import re
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final

from grader.lms.gradebooks.line import Line, Made
from grader.lms.roster import Entry

PAGE: Final = "feedback.html"
_CANVAS: Final = re.compile(r"(?P<prefix>(?:.+?_)?(?:LATE_)?\d+_\d+_).+")
_MOODLE: Final = re.compile(r"(?P<prefix>[^_/]*_\d+_assignsubmission_[a-z]+)(?P<rest>.*)", re.DOTALL)
_STAMP: Final = (1980, 1, 1, 0, 0, 0)  # the same pages make the same bytes


def canvas_feedback(lines: Iterable[Line], page: Callable[[str], bytes | None]) -> Made:
    """Return the pages under the names that Canvas takes; `page` gives one by key."""
    return _zipped(lines, page, _canvas_name, "its file in Canvas has no number to attach a page to")


def moodle_feedback(lines: Iterable[Line], page: Callable[[str], bytes | None]) -> Made:
    """Return the pages under the names that Moodle takes."""
    return _zipped(lines, page, _moodle_name, "no participant number, which Moodle needs")


def _canvas_name(entry: Entry) -> str:
    found = _CANVAS.fullmatch(entry.raw_name.rsplit("/", 1)[-1])
    return found["prefix"] + PAGE if found else ""


def _moodle_name(entry: Entry) -> str:
    """A team's number is its group's, and could be another student's: it has no name here."""
    found = None if entry.group else _MOODLE.match(entry.raw_name)
    if found is None:
        return ""
    flat = found["rest"].startswith("_") and len(found["rest"]) > 1 and "/" not in found["rest"]
    return f"{found['prefix']}_{PAGE}" if flat else f"{found['prefix']}/{PAGE}"


def _zipped(
    lines: Iterable[Line], page: Callable[[str], bytes | None], name_of: Callable[[Entry], str], nameless: str
) -> Made:
    into = io.BytesIO()
    left_out: dict[str, str] = {}
    written: list[str] = []
    named = [(row, name_of(entry)) for row, entry, _ in lines]
    alike = Counter(name for _, name in named)
    with zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED) as archive:
        for row, name in named:
            content = page(row.key) if row.status in ("graded", "rejected") else None
            if content and name and alike[name] > 1:
                left_out[row.key] = "another entry has the same number there"
                continue
            if content is None or not name:
                left_out[row.key] = nameless if content else f"no page to give back ({row.reason or row.status})"
                continue
            archive.writestr(zipfile.ZipInfo(name, _STAMP), content, zipfile.ZIP_DEFLATED)
            written.append(row.key)
    return Made(into.getvalue(), tuple(written), left_out)
