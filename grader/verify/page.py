"""Proofs as one page of HTML: no script, no request, nothing from elsewhere."""

import functools
import math
from collections.abc import Sequence
from typing import Final

from jinja2 import Environment

from grader.render.page import environment, ours, policy
from grader.render.words import counted
from grader.verify.lines import mark, nearness, tried
from grader.verify.proof import Nearest, Proof

_POWERS: Final = 6  # of ten, on either side of the tolerance


def page(proofs: Sequence[Proof]) -> str:
    """Return the proofs as a page."""
    style = ours("report.css", "verify.css")
    made = _environment().get_template("verify.html").render(proofs=proofs, style=style, policy=policy(style))
    return made + "\n"


def place(nearest: Nearest) -> float:
    """Return where a margin stands on a strip of 200 units: logarithmic, with the tolerance itself in the middle."""
    power = math.log10(nearest.margin) if nearest.margin else -math.inf
    return 100 + 95 * max(-1.0, min(1.0, power / _POWERS))


@functools.cache
def _environment() -> Environment:
    return environment(counted=counted, mark=mark, nearness=nearness, place=place, tried=tried)
