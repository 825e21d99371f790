from grader.lms.gradebooks.comment import comment
from tests.render.reports import check, diagnosis, passed, report, ungraded


def test_bugs_come_by_name_and_the_checks_that_they_explain_are_not_repeated():
    said = comment(
        report(check(bugs=("softmax-axis",)), check(id="other", title="Other"), passed(), diagnoses=(diagnosis(),))
    )
    assert said.split("\n")[0] == "attention: 5 / 25"
    assert "The softmax runs over the queries" in said
    assert said.count("Weights sum to 1") == 0
    assert "Other (0/10)" in said
    assert "Shapes" not in said


def test_a_rejected_upload_says_why():
    assert "The file is empty." in comment(ungraded())


def test_a_fault_of_ours_is_no_word_to_a_student():
    assert comment(ungraded("Traceback").model_copy(update={"status": "grader_error"})) == ""
