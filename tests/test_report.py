import json
import math

import jsonschema
import numpy as np
import pytest
from pydantic import BaseModel, ValidationError

from grader import report as reports
from grader.report import CurveFigure, Evidence, Notice, Report
from tests.render.reports import check, evidence, passed, report, ungraded

SCHEMA = Report.model_json_schema(mode="serialization")
MODELS = [
    check(), evidence(), report(), report().submission, report().timings, Notice(kind="style", message=""),
]  # fmt: skip
NOT_FINITE = [math.nan, math.inf, -math.inf, np.float64("nan"), np.float32("inf")]


def schema_errors(value: object) -> list[str]:
    return [error.message for error in jsonschema.Draft202012Validator(SCHEMA).iter_errors(value)]


def test_the_schema_is_a_schema():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("given", [report(), ungraded(), report(check(evidence=(evidence(error=math.inf),)))])
def test_a_report_is_what_the_schema_says(given):
    assert not schema_errors(json.loads(given.model_dump_json()))


@pytest.mark.parametrize("change", [{"status": "fine"}, {"score": "5"}, {"more": 1}, {"checks": [{}]}, {"seed": 0.5}])
def test_the_schema_refuses_what_is_no_report(change):
    assert schema_errors(json.loads(report().model_dump_json()) | change)


def test_a_report_says_which_schema_it_follows():
    assert report().schema_version == reports.SCHEMA_VERSION


@pytest.mark.parametrize("model", MODELS, ids=lambda model: type(model).__name__)
def test_a_model_cannot_change(model: BaseModel):
    with pytest.raises(ValidationError, match="frozen"):
        setattr(model, next(iter(type(model).model_fields)), "other")


@pytest.mark.parametrize("model", MODELS, ids=lambda model: type(model).__name__)
def test_a_model_refuses_unknown_fields(model: BaseModel):
    with pytest.raises(ValidationError, match="Extra inputs"):
        type(model).model_validate(model.model_dump() | {"surprise": 1})


@pytest.mark.parametrize("model", MODELS, ids=lambda model: type(model).__name__)
def test_a_model_reads_back_what_it_wrote(model: BaseModel):
    assert type(model).model_validate_json(model.model_dump_json()) == model


@pytest.mark.parametrize("number", NOT_FINITE)
@pytest.mark.parametrize("field", ["error", "tolerance", "error_over_tolerance"])
def test_a_number_that_is_not_finite_becomes_null(field, number):
    seen = Evidence(case="", got="", want="", **{field: number})
    assert json.loads(seen.model_dump_json())[field] is None


@pytest.mark.parametrize("number", NOT_FINITE)
def test_a_curve_has_gaps_where_it_is_not_finite(number):
    curve = CurveFigure(title="spread", x="d_k", y="spread", at=(4.0, 16.0), got=(number, 1.0), want=(1.0, 1.0))
    assert json.loads(curve.model_dump_json())["got"] == [None, 1.0]


@pytest.mark.parametrize("number", [0, 1.5, -2.0, 1e300, np.float64(0.25), np.float32(0.25)])
def test_a_finite_number_stays_itself(number):
    assert Evidence(case="", got="", want="", error=number).error == float(number)


def test_words_are_no_number():
    with pytest.raises(ValidationError):
        Evidence(case="", got="", want="", error="much")


@pytest.mark.parametrize("field", ["score", "max_score"])
@pytest.mark.parametrize("number", [math.nan, math.inf])
def test_a_score_is_never_nan_or_infinite(field, number):
    with pytest.raises(ValidationError, match="finite number"):
        report(**{field: number})


@pytest.mark.parametrize("field", ["points", "max_points"])
def test_points_are_never_nan(field):
    with pytest.raises(ValidationError, match="finite number"):
        passed(**{field: math.nan})


def test_half_characters_are_replaced_because_json_cannot_hold_them():
    assert Notice(kind="style", message="a\ud800b").message == "a?b"


def test_whole_characters_are_kept():
    assert Notice(kind="style", message="√d_k \U0001f600").message == "√d_k \U0001f600"
