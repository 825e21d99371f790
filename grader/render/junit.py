"""A report as JUnit XML: one test case a check."""

from xml.etree import ElementTree

from grader.render.escape import xml
from grader.report import Report, Status


def render_junit(report: Report) -> str:
    """Return the report as one `testsuite`. Points are properties; a failure's type is its cause."""
    failed = sum(check.status in (Status.FAILED, Status.PARTIAL) for check in report.checks)
    skipped = sum(check.status is Status.SKIPPED for check in report.checks)
    suite = ElementTree.Element(
        "testsuite",
        name=xml(report.assignment.id), tests=str(len(report.checks)), failures=str(failed),
        errors=str(int(report.status != "graded")), skipped=str(skipped), time=f"{report.timings.total:.3f}",
    )  # fmt: skip
    properties = ElementTree.SubElement(suite, "properties")
    score = "" if report.score is None else f"{report.score:g}"
    for name, value in (("score", score), ("max_score", f"{report.max_score:g}"), ("seed", str(report.seed))):
        ElementTree.SubElement(properties, "property", name=name, value=value)
    if report.status != "graded":
        case = ElementTree.SubElement(suite, "testcase", classname=xml(report.assignment.id), name=report.status)
        ElementTree.SubElement(case, "error", type=report.status, message=xml(report.message))
    for check in report.checks:
        case = ElementTree.SubElement(suite, "testcase", classname=xml(report.assignment.id), name=xml(check.id))
        if check.status is Status.SKIPPED:
            ElementTree.SubElement(case, "skipped", message=xml(check.message))
        elif check.status is not Status.PASSED:
            kind = check.cause.value if check.cause else "failed"
            failure = ElementTree.SubElement(case, "failure", type=kind, message=xml(check.message))
            failure.text = xml(f"{check.points:g} of {check.max_points:g} points. {check.hint}")
    ElementTree.SubElement(suite, "system-out").text = xml(report.output.stdout)
    ElementTree.SubElement(suite, "system-err").text = xml(report.output.stderr)
    root = ElementTree.Element("testsuites")
    root.append(suite)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"
