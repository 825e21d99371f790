"""What students' functions have in common, side by side: a page and a table. No number in them is a verdict."""

import csv
import functools
import io

from jinja2 import Environment

from grader.batch.gradescsv import cell
from grader.batch.passages import Passages
from grader.batch.similarity import Similarity
from grader.render.page import environment, ours, policy

_COLUMNS = ("form", "students_with_it", "hidden", "key", "name", "file", "line", "function")


def evidence_page(found: Similarity, passages: Passages | None, *, title: str) -> str:
    """Return the page, without script; `passages` is None where they were not looked for."""
    style = ours("report.css", "similarity.css")
    page = _environment().get_template("similarity.html").render(
        found=found, passages=passages, title=title, style=style, policy=policy(style)
    )  # fmt: skip
    return page + "\n"


def evidence_csv(found: Similarity) -> str:
    """Return a table with a row for each function that another student has in the same form."""
    lines = io.StringIO()
    table = csv.writer(lines, lineterminator="\n")
    table.writerow(_COLUMNS)
    shown = ((form, False) for alike in found.alike for form in alike.forms)
    for form, hidden in (*shown, *((form, True) for form in found.hidden)):
        for one in form.functions:
            values = (
                form.form,
                form.students,
                hidden,
                one.key,
                one.name,
                one.file,
                one.function.line,
                one.function.name,
            )
            table.writerow([cell(value) for value in values])
    return lines.getvalue()


@functools.cache
def _environment() -> Environment:
    return environment()
