"""Reports as JUnit XML: one suite a report, one test case a check."""

from collections.abc import Iterable, Sequence
from xml.etree import ElementTree

from grader.render.escape import plain
from grader.render.explained import explained
from grader.render.words import observations, points
from grader.report import Check, Diagnosis, Report, Status


def render_junit(report: Report) -> str:
    """Return the report as one `testsuite`. Points are properties; a failure's type is its cause."""
    root = ElementTree.Element("testsuites")
    _add_suite(root, report, report.assignment.id)
    return _written(root)


def render_suites(reports: Iterable[tuple[str, Report]], untried: Iterable[tuple[str, str]]) -> str:
    """Return a suite for each name with its report; `untried` names have a reason, and one skipped case."""
    root = ElementTree.Element("testsuites")
    for name, report in reports:
        _add_suite(root, report, name)
    for name, reason in untried:
        suite = ElementTree.SubElement(
            root, "testsuite", name=plain(name), tests="1", failures="0", errors="0", skipped="1"
        )
        case = ElementTree.SubElement(suite, "testcase", classname=plain(name), name="submission")
        ElementTree.SubElement(case, "skipped", message=plain(reason))
    return _written(root)


def _written(root: ElementTree.Element) -> str:
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _add_suite(root: ElementTree.Element, report: Report, name: str) -> None:
    failed = sum(check.status in (Status.FAILED, Status.PARTIAL) for check in report.checks)
    skipped = sum(check.status is Status.SKIPPED for check in report.checks)
    ungraded = report.status != "graded"
    suite = ElementTree.SubElement(
        root, "testsuite",
        name=plain(name), tests=str(len(report.checks) + ungraded), failures=str(failed),
        errors=str(int(ungraded)), skipped=str(skipped), time=f"{report.timings.total:.3f}",
    )  # fmt: skip
    properties = ElementTree.SubElement(suite, "properties")
    score = "" if report.score is None else points(report.score)
    for name, value in (("score", score), ("max_score", points(report.max_score)), ("seed", str(report.seed))):
        ElementTree.SubElement(properties, "property", name=name, value=value)
    for found in report.diagnoses:
        named = f"{found.bug}: {found.title}" if found.bug else found.title
        ElementTree.SubElement(properties, "property", name="diagnosis", value=plain(named))
    if ungraded:
        case = _case(suite, report, report.status)
        ElementTree.SubElement(case, "error", type=report.status, message=plain(report.message))
    causes = explained(report)
    for check in report.checks:
        _tell(_case(suite, report, check.id), check, causes.get(check.id, []))
    ElementTree.SubElement(suite, "system-out").text = plain(report.output.stdout)
    ElementTree.SubElement(suite, "system-err").text = plain(report.output.stderr)


def _case(suite: ElementTree.Element, report: Report, name: str) -> ElementTree.Element:
    return ElementTree.SubElement(suite, "testcase", classname=plain(report.assignment.id), name=plain(name))


def _tell(case: ElementTree.Element, check: Check, causes: Sequence[Diagnosis]) -> None:
    if check.status is Status.SKIPPED:
        ElementTree.SubElement(case, "skipped", message=plain(check.message))
    elif check.status is not Status.PASSED:
        kind = check.cause.value if check.cause else "failed"
        failure = ElementTree.SubElement(case, "failure", type=kind, message=plain(check.message))
        worth = f"{points(check.points)} of {points(check.max_points)} points"
        names = [f"explained by: {found.title}" for found in causes]
        lines = [worth, *(names or [*observations(check), check.hint])]
        failure.text = plain("\n".join(filter(None, lines)))
