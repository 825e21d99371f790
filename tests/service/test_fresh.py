"""A lab that asks each student with other numbers is not served: nobody would be told them."""

from dataclasses import replace

import pytest

from grader.service.accepting import Upload, accept
from grader.service.refused import RefusedError
from tests.conftest import ROOT
from tests.service import made, serving
from tests.verify.labs import copy_of

NAME = "knowledge-check"
UPLOAD = Upload(name="answers.py", data=b"x = 1\n", assignment=NAME, student_key="s1")


@pytest.mark.parametrize(("numbers", "refused"), [("[64]", False), ("[64, 25]", True)])
def test_it_is_refused_only_where_numbers_are_chosen(database, tmp_path, numbers, refused):
    copy_of(ROOT / "assignments" / NAME, tmp_path / "labs" / NAME, assignment=("d_k = [64]", f"d_k = {numbers}"))
    one = serving.service(database, tmp_path)
    one = replace(one, settings=one.settings.model_copy(update={"assignments": tmp_path / "labs"}))
    course = made.course(database).id
    if not refused:
        assert accept(one, course, UPLOAD).new
        return
    with pytest.raises(RefusedError) as why:
        accept(one, course, UPLOAD)
    assert (why.value.status, why.value.code) == (409, "numbers_of_their_own")
    assert one.jobs.jobs == {}
