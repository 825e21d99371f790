"""The results files of two platforms, as their documents describe them; another field or type is refused.

Sources: gradescope/autograder_samples, docs/specs.md; PrairieLearn/PrairieLearn, docs/externalGrading.md.
"""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

Form = Literal["text", "html", "simple_format", "md", "ansi"]
Visibility = Literal["hidden", "after_due_date", "after_published", "visible"]


def _one_kind_of_newline(text: str) -> str:
    assert "\r" not in text
    return text


Text = Annotated[str, AfterValidator(_one_kind_of_newline)]


class Documented(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


class GradescopeTest(Documented):
    score: float | None = None
    max_score: float | None = None
    status: Literal["passed", "failed"] | None = None
    name: Text = ""
    name_format: Form = "text"
    number: str = ""
    output: Text = ""
    output_format: Form = "text"
    tags: list[str] = []
    visibility: Visibility = "visible"
    extra_data: dict[str, Any] = {}


class Gradescope(Documented):
    score: float | None = None
    execution_time: float | None = None
    output: Text = ""
    output_format: Form = "simple_format"
    test_output_format: Form = "text"
    test_name_format: Form = "text"
    visibility: Visibility = "visible"
    stdout_visibility: Visibility = "hidden"
    extra_data: dict[str, Any] = {}
    tests: list[GradescopeTest] = []

    @model_validator(mode="after")
    def _scored(self) -> "Gradescope":
        each = bool(self.tests) and all(test.score is not None for test in self.tests)
        assert self.score is not None or each, "a score is needed unless every test has one"
        return self


class PrairielearnTest(Documented):
    name: Text = ""
    description: Text = ""
    points: float | None = None
    max_points: float | None = None
    message: Text = ""
    output: Text = ""


class Prairielearn(Documented):
    gradable: bool
    score: float | None = Field(default=None, ge=0, le=1)
    message: Text = ""
    output: Text = ""
    format_errors: Text | list[Text] = []
    tests: list[PrairielearnTest] = []

    @model_validator(mode="after")
    def _scored(self) -> "Prairielearn":
        assert (self.score is not None) is self.gradable, "a score goes with what can be graded, and only with that"
        return self
