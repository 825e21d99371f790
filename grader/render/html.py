"""A report as one page of HTML: no script, no request, nothing from elsewhere."""

import functools
import shlex

from jinja2 import Environment

from grader.render.explained import explained, unexplained
from grader.render.heat import heat_maps
from grader.render.matrices import alike, shape, wrong
from grader.render.page import environment, ours, policy
from grader.render.plot import HEIGHT, WIDTH, plot
from grader.render.repeats import repeats
from grader.render.words import NO_BUG, REPAIRS, alternatives, called, decides, score
from grader.report import Report, Status


def render_html(report: Report) -> str:
    """Return the report as a page."""
    style = ours("report.css")
    page = _environment().get_template("report.html").render(
        report=report,
        style=style,
        policy=policy(style),
        explained=explained(report),
        repeated=repeats(unexplained(report)),
        figures=[(check, check.figure) for check in report.checks if check.figure is not None],
        passed=sum(check.status is Status.PASSED for check in report.checks),
        command=shlex.join(
            ["grade", report.submission.name, "-a", report.assignment.id, "--seed", str(report.seed)]
        ),
    )  # fmt: skip
    return page + "\n"


@functools.cache
def _environment() -> Environment:
    return environment(
        alike=alike, alternatives=alternatives, called=called, decides=decides, heat_maps=heat_maps, plot=plot,
        score=score, shape=shape, wrong=wrong, HEIGHT=HEIGHT, NO_BUG=NO_BUG, REPAIRS=REPAIRS, WIDTH=WIDTH,
    )  # fmt: skip
