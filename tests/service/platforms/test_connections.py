import pytest
from pydantic import ValidationError

from grader.service.platforms.connections import CanvasConnection

GOOD = {"course": "LM3", "url": "https://canvas.school.edu/", "canvas_course": 12, "assignments": {"attention": 45}}


def test_a_token_is_given_as_text_or_in_a_file_and_shown_in_neither_case(tmp_path):
    (tmp_path / "token").write_text("in-a-file\n# of the course\n")
    given, kept = CanvasConnection(**GOOD, token="as-text"), CanvasConnection(**GOOD, token_file=tmp_path / "token")

    assert (given.secret(), kept.secret()) == ("as-text", "in-a-file")
    assert "as-text" not in repr(given) + str(given) + given.model_dump_json()
    assert given.url == "https://canvas.school.edu"


@pytest.mark.parametrize(
    "change",
    [{}, {"token": "x", "token_file": "y"}, {"token": "x", "url": "canvas.school.edu"}, {"token": "x", "tokn": "y"}],
)
def test_what_cannot_be_meant_is_refused(change):
    with pytest.raises(ValidationError):
        CanvasConnection(**{**GOOD, **change})
