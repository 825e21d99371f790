"""Where the grades of students go who came from a platform: what their last launch of an assignment said."""

from sqlalchemy import Connection, delete, insert, select

from grader.service.columns import now
from grader.service.schema import launches
from grader.service.store.submissions import Ids


def keep(connection: Connection, course_id: str, assignment: str, student_key: str, ids: Ids) -> None:
    """Take note of a launch in the place of an earlier one; raise `IntegrityError` if another is just doing so."""
    key = {"course_id": course_id, "assignment": assignment, "student_key": student_key}
    connection.execute(delete(launches).filter_by(**key))
    connection.execute(insert(launches).values(**key, ids=ids, launched_at=now()))


def ids_of(connection: Connection, course_id: str, assignment: str, student_key: str) -> Ids:
    """Return what an upload of this student carries, so that its grade goes back; nothing for who never came so."""
    key = {"course_id": course_id, "assignment": assignment, "student_key": student_key}
    return connection.scalar(select(launches.c.ids).filter_by(**key)) or {}
