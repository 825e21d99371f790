"""Answers that a submission with known bugs gives to the shipped rubric, made by running the variants themselves."""

from collections import defaultdict

import numpy as np

from grader.checks.case import Answer, Failure
from grader.diagnosis import variants  # noqa: F401  # importing them registers them
from grader.diagnosis.explaining import Atlases
from grader.diagnosis.naming import name_bugs
from grader.diagnosis.variant import WRONG, ImpossibleError, run
from grader.judge.expect import Oracle
from grader.report import Cause
from tests.checks.trying import ITEMS, LAB

MANIFEST = LAB.manifest
FUNCTIONS = MANIFEST.lab.functions
_ORACLE = Oracle(MANIFEST.lab)
_ATLASES = Atlases()


def _shows(variant):
    """Whether a function of the lab on attention, of matrices, takes the steps that a variant changes."""
    rng = np.random.default_rng(0)
    for function in FUNCTIONS.values():
        if set(variant.does) <= set(function.steps):
            try:
                with np.errstate(all="ignore"):
                    run(
                        (variant,),
                        function.steps,
                        function.draw(dict.fromkeys(MANIFEST.lab.dimensions, 5), rng, "float64"),
                    )
            except ImpossibleError:
                continue
            return True
    return False


#: The variants that matrices and no mask can show; those of samples and of masks are tried in test_hiding.
SHOWN = [variant for variant in WRONG if _shows(variant)]


def wrong(bug):
    """The first variant of a bug that changes one step."""
    return next(variant for variant in SHOWN if variant.bug == bug and len(variant.does) == 1)


def answers(explanation=(), seed=0, **instead):
    """Return the answers by function; `instead` gives functions of arrays for some of them."""
    given = defaultdict(list)
    for number, item in enumerate(ITEMS.values()):
        for case in item.cases(MANIFEST.lab, np.random.default_rng([seed, number])):
            given[case.function].append(_answer(case, explanation, instead.get(case.function)))
    return given


def _answer(case, explanation, instead):
    function, want = FUNCTIONS[case.function], _ORACLE.expect(case)
    arguments = {name: value.copy() for name, value in case.arguments.items()}
    try:
        with np.errstate(all="ignore"):
            if instead is not None:
                values = instead(*arguments.values())
                values = values if isinstance(values, tuple) else (values,)
            else:
                made = run([v for v in explanation if set(v.does) & set(function.steps)], function.steps, arguments)
                values = tuple(made[value.name] for value in function.returns)
    except ImpossibleError:
        return Answer(case, want, failure=Failure(Cause.EXCEPTION, "", raised="RuntimeError: shapes"))
    single = all(argument.dtype == np.float32 for argument in arguments.values())
    arrays = {
        value.name: np.asarray(array, np.float32 if single else None)
        for value, array in zip(function.returns, values, strict=False)
    }
    got = {name: array.astype(np.float64) for name, array in arrays.items()}
    dtypes = {name: array.dtype.name for name, array in arrays.items()}
    return Answer(case, want, got, dtypes, arguments if case.echo else {})


def named(explanation=(), seed=0, **instead):
    """Return what is named: for each bug the set of ids that no number tells apart."""
    findings = name_bugs(MANIFEST.lab, answers(explanation, seed, **instead), _ATLASES)
    return [{bug.bug, *bug.also} for bug in findings.named]


def observed(**instead):
    """Return what is observed of each function that no bug explains."""
    return name_bugs(MANIFEST.lab, answers(**instead), _ATLASES).observed
