"""A report as one page of HTML: no script, no request, nothing from elsewhere.

Whatever is put into the templates loses the characters that act (`plain`) and is escaped by Jinja; the page's policy
lets no script run and nothing load, should a mark-up slip through all the same.
"""

import base64
import functools
import hashlib
import shlex
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from grader.render.escape import plain
from grader.render.explained import explained, unexplained
from grader.render.heat import heat_maps
from grader.render.matrices import alike, shape, wrong
from grader.render.plot import HEIGHT, WIDTH, plot
from grader.render.repeats import repeats
from grader.render.words import NO_BUG, REPAIRS, alternatives, called, decides, points, score
from grader.report import Report, Status

_TEMPLATES: Final = Path(__file__).parent / "templates"


def render_html(report: Report) -> str:
    """Return the report as a page."""
    style = _style()
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    page = _environment().get_template("report.html").render(
        report=report,
        style=Markup(style),  # noqa: S704  # our own file
        policy=f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'",
        explained=explained(report),
        repeated=repeats(unexplained(report)),
        figures=[(check, check.figure) for check in report.checks if check.figure is not None],
        passed=sum(check.status is Status.PASSED for check in report.checks),
        command=f"grade {shlex.quote(report.submission.name)} --seed {report.seed}",
    )  # fmt: skip
    return page + "\n"


@functools.cache
def _style() -> str:
    return (_TEMPLATES / "report.css").read_text(encoding="utf-8")


@functools.cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES), autoescape=True, undefined=StrictUndefined, finalize=_harmless,
        trim_blocks=True, lstrip_blocks=True, auto_reload=False,
    )  # fmt: skip
    environment.globals.update(
        alike=alike, alternatives=alternatives, called=called, decides=decides, heat_maps=heat_maps, plot=plot,
        score=score, shape=shape, wrong=wrong, HEIGHT=HEIGHT, NO_BUG=NO_BUG, REPAIRS=REPAIRS, WIDTH=WIDTH,
    )  # fmt: skip
    environment.filters["plain"] = plain
    environment.filters["points"] = points
    return environment


def _harmless(value: object) -> object:
    """Take out what acts on a reader's eye; the template's own mark-up is left."""
    return value if isinstance(value, Markup) else plain(str(value))
