"""Who may see and do what: the one place that decides it, for programs and pages alike."""

from grader.service.store.submissions import Submission
from grader.service.store.tokens import Token


def sees(token: Token, submission: Submission) -> bool:
    """Whether a submission, its source and its reports are for these eyes.

    A student sees their own, an instructor and a hook their course's, an operator all.
    """
    if token.role == "operator":
        return True
    if token.course_id != submission.course_id:
        return False
    return token.role in ("instructor", "hook") or token.student_key == submission.student_key


def sees_all(token: Token) -> bool:
    """Whether one sees what a student sees after the due date only, or never: what a fault of ours was."""
    return token.role != "student"


def submits(token: Token, student_key: str) -> bool:
    """Whether one may hand in for this student, in the token's own course."""
    if token.role == "student":
        return token.student_key == student_key
    return token.role in ("instructor", "hook")


def teaches(token: Token, course_id: str) -> bool:
    """Whether one may look at a whole course, grade again and cancel."""
    return token.role == "operator" or (token.role == "instructor" and token.course_id == course_id)


def operates(token: Token) -> bool:
    """Whether one may look at queue, workers and audit, and make tokens."""
    return token.role == "operator"
