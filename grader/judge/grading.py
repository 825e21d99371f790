"""The one grading function, for the terminal, the service and a class alike.

What the student did is in the report. What went wrong with us, the assignment or the machine is a `GraderError`.
"""

import difflib
import functools
import platform
import secrets
import time
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import PurePosixPath

import numpy as np

from grader import wire
from grader.assignment import Assignment
from grader.checks.case import Failure
from grader.checks.lab import Lab
from grader.errors import UsageError
from grader.judge import notices, rubric
from grader.judge.diagnosing import diagnose, hints, placed
from grader.judge.mentions import forbidden_mentions
from grader.judge.paper import paper_for
from grader.judge.proving import prove
from grader.judge.rubric import Scored
from grader.judge.session import Session
from grader.judge.survey import choose_arrays
from grader.judge.wanting import wanted
from grader.report import Cause, Notice, OutputText, Report, SandboxInfo, SubmissionInfo, Timings
from grader.sandbox.life import Launcher
from grader.submission.source import Source

#: Seeds are drawn below this: unguessable in advance, and exact in every JSON reader.
SEEDS = 2**53
_WITH_PLACES, _WITH_CHANGES = 2, 3  # levels of feedback
_CPU_SLACK = 5  # seconds of processor time beyond the wall limits: the judge's clock is to be the first


def grade(
    source: Source, assignment: Assignment, launcher: Launcher, *,
    seed: int | None = None, told: Callable[[Sequence[Scored]], object] = lambda _: None,
) -> Report:  # fmt: skip
    """Grade one submission. The same `seed` (drawn if None) gives the same report but for its timings.

    `told` is given each check with the answers that it was judged by.
    """
    if seed is None and assignment.manifest.fresh:
        raise UsageError("Each student is asked with other numbers here. Say which by --seed: the handout has it.")
    began = time.monotonic()
    seed = secrets.randbelow(SEEDS) if seed is None else seed
    oracle = paper_for(assignment, seed)
    load = _load(source, assignment)
    session = Session(launcher, load, assignment.manifest.limits, source.locate)
    try:
        failure = session.open()
        loaded = time.monotonic()
        functions = _functions(session, assignment)
        found = tuple(name for name, name_found in functions.items() if name_found)
        arrays = failure is None and choose_arrays(session, assignment, found, seed)
        absent = {name: failure or _missing(name, session, oracle.lab) for name, at in functions.items() if not at}
        asking = rubric.Asking(session, oracle, oracle.lab, absent, arrays, seed)
        with np.errstate(all="ignore"):  # a student's numbers may be anything; every check says what it makes of NaN
            scored = list(rubric.judge(assignment.manifest.check, asking))
            precision = list(notices.precision([answer for _, answers in scored for answer in answers.values()]))
            checks, diagnoses = diagnose(assignment, asking, scored)
            told(scored)
    finally:
        printed = session.close()
    if diagnoses and assignment.manifest.feedback.level >= _WITH_PLACES:
        answered = {check.id: answers for check, answers in scored}
        proofs = prove(
            source, assignment, launcher, load, answered, hints(checks, diagnoses),
            functions=functions, arrays=arrays, seed=seed, change=assignment.manifest.feedback.level >= _WITH_CHANGES,
        )  # fmt: skip
        diagnoses = placed(diagnoses, proofs)
    remarks: list[Notice] = [*source.notices, *notices.style({n: functions[n] for n in found}, arrays=arrays)]
    remarks += precision
    remarks += forbidden_mentions(source, assignment.manifest.deny)
    if printed.truncated:
        remarks.append(Notice(kind="output", message="More was printed than is kept; the rest was dropped."))
    done = time.monotonic()
    return Report(
        status="graded",
        score=sum(check.points for check in checks),
        max_score=assignment.max_score,
        assignment=assignment.info,
        submission=SubmissionInfo(name=source.name, sha256=source.sha256, functions={n: functions[n] for n in found}),
        checks=checks,
        diagnoses=diagnoses,
        notices=tuple(remarks),
        output=OutputText(stdout=printed.stdout, stderr=printed.stderr),
        sandbox=SandboxInfo(level=launcher.level, layers=launcher.layers),
        environment={**_environment(), **session.versions},
        seed=seed,
        timings=Timings(
            start=session.start_seconds, load=session.load_seconds, calls=done - loaded, total=done - began
        ),
    )


@functools.cache
def _environment() -> dict[str, str]:
    return {"grader": version("grader"), "platform": platform.platform()}


def _load(source: Source, assignment: Assignment) -> wire.Load:
    manifest = assignment.manifest
    stem = PurePosixPath(source.entry).stem
    limits = manifest.limits
    return wire.Load(
        module=stem if stem.isidentifier() else "submission",
        entry=source.entry,
        files=tuple(source.files.items()),
        wanted=tuple(map(wanted, manifest.function)),
        denied=tuple(wire.Denied(rule.names, rule.inside, rule.message) for rule in manifest.deny),
        standins=manifest.submission.standins,
        memory_growth=limits.memory_mb * 1024 * 1024,
        cpu_seconds=int(limits.import_seconds + limits.total_seconds) + _CPU_SLACK,
    )


def _functions(session: Session, assignment: Assignment) -> dict[str, str]:
    """Return for each function of the lab the name under which it was found, or ""."""
    names = [f.name for f in assignment.manifest.function]
    found = session.loaded.found if session.loaded else ("",) * len(names)
    return dict(zip(names, found, strict=True))


def _missing(name: str, session: Session, lab: Lab) -> Failure:
    function = lab.functions[name]
    what = "no function" if function.arguments else "nothing"
    defined = session.loaded.defined if session.loaded else ()
    near = difflib.get_close_matches(name, defined, n=1)
    hint = f" Did you mean {near[0][:80]}?" if near else ""
    instead = f" and no class called {function.from_class.name}" if function.from_class else ""
    return Failure(Cause.MISSING, f"There is {what} called {name}{instead} in the file.{hint}")
