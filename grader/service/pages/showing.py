"""A page from its template, with a policy that runs and loads what is ours and nothing else."""

import functools
import hashlib
from datetime import datetime
from pathlib import Path
from typing import Final

from fastapi.responses import HTMLResponse
from jinja2 import Environment
from markupsafe import Markup

from grader.render.page import environment, ours
from grader.service.pages.visitor import FORM_KEY, Visitor

_HERE: Final = Path(__file__).parent
#: Files that pages load, by name: their type and what is in them.
STATIC: Final = {
    "style.css": ("text/css", str(ours("report.css")) + (_HERE / "static" / "service.css").read_text(encoding="utf-8")),
    "htmx.js": ("text/javascript", (_HERE / "static" / "htmx.min.js").read_text(encoding="utf-8")),
}
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
PRIVATE: Final = {"Cache-Control": "private, no-store"}


def show(template: str, who: Visitor | None, status: int = 200, **values: object) -> HTMLResponse:
    """Return a page; `who` is None where nobody in particular looks."""
    return HTMLResponse(
        fill(template, who=who, **values) + "\n", status, headers={"Content-Security-Policy": POLICY, **PRIVATE}
    )


def fill(template: str, **values: object) -> str:
    """Return a template filled in; whatever is put into it is escaped."""
    return _environment().get_template(template).render(**values)


def address(name: str) -> str:
    """Return where a static file is: another place when it is another file, so that browsers may keep it for good."""
    digest = hashlib.sha256(STATIC[name][1].encode()).hexdigest()
    return f"/static/{digest[:12]}/{name}"


def moment(at: datetime) -> Markup:
    """Return a time for people and for programs."""
    return Markup('<time datetime="{}">{}</time>').format(at.isoformat(), f"{at:%-d %b %Y, %H:%M} UTC")


def late(seconds: int) -> str:
    """Return how late something came, in the largest unit."""
    for unit, size in (("day", 24 * 3600), ("hour", 3600), ("minute", 60), ("second", 1)):
        if seconds >= size:
            count = seconds // size
            return f"{count} {unit}{'s' if count > 1 else ''} late"
    return ""


@functools.cache
def _environment() -> Environment:
    return environment(
        _HERE / "templates", address=functools.cache(address), late=late, moment=moment, FORM_KEY=FORM_KEY
    )  # fmt: skip
