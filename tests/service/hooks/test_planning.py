from dataclasses import replace

import pytest

from grader.service.hooks.planning import Target, targets
from grader.service.store.submissions import Submission
from tests.service import made


def test_each_that_is_to_be_told_is_told():
    plain = Submission("i", "c", "attention", "s", "Student 1", "a.py", "0" * 64, 1, None, 1, 0, made.NOON, None, {})
    told = replace(plain, callback_url="https://x/", ids={"canvas": {"connection": "main", "user": "7"}, "other": {}})

    assert list(targets(plain, "graded")) == []
    assert list(targets(told, "graded")) == [("callback", "https://x/"), ("canvas", "main")]
    assert list(targets(told, "rejected")) == [("callback", "https://x/"), ("canvas", "main")]
    assert list(targets(told, "grader_error")) == [("callback", "https://x/")]


@pytest.mark.parametrize(
    ("kind", "target", "shown"),
    [
        ("canvas", "main", "canvas main"),
        ("callback", "https://lms.example:8443/hook?key=secretword", "callback https://lms.example:8443"),
        ("callback", "https://user:secretword@lms.example/", "callback"),
        ("callback", "https://[", "callback"),
    ],
)
def test_people_are_shown_who_is_told_and_nothing_secret(kind, target, shown):
    assert Target(kind, target).shown == shown
