"""The reference of the report says what its models are."""

import subprocess
import sys

from pydantic import BaseModel

import grader.report
from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "report.md").read_text(encoding="utf-8")


def test_the_page_is_what_the_script_makes_of_the_models():
    made = subprocess.run([sys.executable, "docs/report.py"], cwd=ROOT, capture_output=True, text=True)
    assert (made.stderr, made.stdout) == ("", PAGE)


def test_every_model_that_a_report_can_hold_has_its_place():
    schema = grader.report.Report.model_json_schema(mode="serialization")
    for name in ("Report", *schema["$defs"]):
        assert f"## {name}\n" in PAGE
        model = getattr(grader.report, name)
        if issubclass(model, BaseModel):
            assert all(f"| `{field}` |" in PAGE for field in model.model_fields)
