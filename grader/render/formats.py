"""The forms that `--format` chooses among."""

from typing import Literal

from grader.render.autolab import render_autolab
from grader.render.escape import json_text
from grader.render.gradescope import render_gradescope
from grader.render.junit import render_junit
from grader.render.markdown import render_markdown
from grader.render.prairielearn import render_prairielearn
from grader.render.text import render_text
from grader.report import Report

Format = Literal["text", "json", "html", "markdown", "junit", "gradescope", "prairielearn", "autolab"]


def render(report: Report, form: Format, *, width: int = 80, color: bool = False) -> str:
    """Return the report in one of the forms; `width` and `color` concern text only."""
    match form:
        case "text":
            return render_text(report, width=width, color=color)
        case "json":
            return json_text(report.model_dump_json(indent=2)) + "\n"
        case "html":
            from grader.render.html import render_html  # Jinja takes a while to load, and few ask for a page

            return render_html(report)
        case "markdown":
            return render_markdown(report)
        case "junit":
            return render_junit(report)
        case "gradescope":
            return render_gradescope(report)
        case "prairielearn":
            return render_prairielearn(report)
        case "autolab":  # pragma: no branch  # there is no other
            return render_autolab(report)
