"""The process that grades for the service: `python -m grader.service.runner`, started by a worker; see `words`.

The only file of the service that knows the judge. It has a fork server and a core of its own, reads uploads by their
digests, and keeps report and page before it says that it is done; whether they count is decided by who hears it.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from grader.crew.talk import Talk, prove, run
from grader.errors import AssignmentError, EnvironmentFaultError
from grader.report import SandboxInfo
from grader.sandbox.cores import stay_on_one_core
from grader.sandbox.launching import launcher_for
from grader.sandbox.levels import insist_on_at_least
from grader.service.words import Order, Outcome, Said, Task

if TYPE_CHECKING:
    from grader.assignment import Assignment
    from grader.report import Report
    from grader.sandbox.life import Launcher
    from grader.service.files import Files


def work(talk: Talk) -> None:
    """Do what the worker orders until it is gone."""
    task = Task.model_validate_json(talk.hear())
    stay_on_one_core(task.turn)  # before anything starts threads, which stay where they are
    with launcher_for(task.sandbox) as launcher:
        insist_on_at_least(task.require, launcher.level)
        launcher.warm()
        from grader.service.files import Files  # while the fork server starts

        files = Files(Path(task.files))
        _load()
        prove(launcher)
        talk.say(Said(what="ready", sandbox=SandboxInfo(level=launcher.level, layers=launcher.layers)))
        while True:
            order = Order.model_validate_json(talk.hear())
            talk.say(_answer(order, files, launcher))


def _answer(order: Order, files: "Files", launcher: "Launcher") -> Said:
    try:
        return Said(what="done", outcome=graded(order, files, launcher))
    except AssignmentError as error:  # nothing here is broken by it, and others wait
        return Said(what="broken", message=str(error))


def _load() -> None:
    import grader.attempt
    import grader.render.html  # noqa: F401


def graded(order: Order, files: "Files", launcher: "Launcher") -> Outcome:
    """Grade one upload and keep its report and page.

    Raises `AssignmentError` for a broken assignment, `EnvironmentFaultError` where this machine could not do it; all
    else, faults of ours included, is in the report.
    """
    from grader.assignment import load_assignment
    from grader.attempt import attempted, read_bytes
    from grader.judge.grading import grade
    from grader.submission.source import shown

    assignment = load_assignment(Path(order.assignment))
    data = files.get(order.sha256)

    def report() -> "Report":
        return grade(read_bytes(order.name, data, assignment), assignment, launcher, seed=order.seed)

    made, failure = attempted(report, shown(order.name), assignment, launcher, order.seed)
    if isinstance(failure, EnvironmentFaultError):
        raise failure
    return _kept(made, assignment, files)


def _kept(report: "Report", assignment: "Assignment", files: "Files") -> Outcome:
    from grader.render.formats import render

    return Outcome(
        status=report.status,
        score=report.score,
        max_score=assignment.max_score,
        json_sha256=files.put(render(report, "json").encode()),
        html_sha256=files.put(render(report, "html").encode()),
        bug_ids=tuple(found.bug for found in report.diagnoses if found.bug),
    )


def main() -> None:
    """Work until the worker is gone."""
    run(work, lambda fault: Said(what="fault", message=str(fault), exit_code=fault.exit_code))


if __name__ == "__main__":
    main()
