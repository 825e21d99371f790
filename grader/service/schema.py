"""The tables: they are the truth about what was handed in and what became of it.

The queue only carries ids of attempts. Ids are text that nobody can guess; texts of students are stored as they came
and escaped wherever they are shown.
"""

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

from grader.service.columns import Json, Moment

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

courses = Table(
    "courses",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False, unique=True),
    Column("created_at", Moment, nullable=False),
)

tokens = Table(
    "tokens",
    metadata,
    Column("id", Text, primary_key=True),
    Column("course_id", Text, ForeignKey("courses.id"), index=True),  # null: the operator's
    Column(
        "role",
        Text,
        CheckConstraint("role IN ('student', 'instructor', 'operator', 'hook')", "role"),
        nullable=False,
    ),
    Column("student_key", Text),
    Column("name", Text, nullable=False),
    Column("sha256", Text, nullable=False, unique=True),
    Column("secret", Text),  # signs webhooks; both sides need it as it is
    Column("created_at", Moment, nullable=False),
    Column("expires_at", Moment),
    Column("revoked_at", Moment),
    Column("person", Text),  # who a platform says it is; null: whoever has the text
    Index(None, "course_id", "role", "person", unique=True),
)

launches = Table(
    "launches",
    metadata,
    Column("course_id", Text, ForeignKey("courses.id"), primary_key=True),
    Column("assignment", Text, primary_key=True),
    Column("student_key", Text, primary_key=True),
    Column("ids", Json, nullable=False),  # as those of a submission
    Column("launched_at", Moment, nullable=False),
)

submissions = Table(
    "submissions",
    metadata,
    Column("id", Text, primary_key=True),
    Column("course_id", Text, ForeignKey("courses.id"), nullable=False),
    Column("assignment", Text, nullable=False),
    Column("student_key", Text, nullable=False),
    Column("student_name", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("source_sha256", Text, nullable=False),
    Column("size", Integer, nullable=False),
    Column("idempotency_key", Text),
    Column("number", Integer, nullable=False),  # 1, 2, … of this student and assignment
    Column("late_seconds", Integer, nullable=False),
    Column("received_at", Moment, nullable=False),
    Column("callback_url", Text),
    Column("ids", Json, nullable=False),  # by platform, what it calls this submission
    UniqueConstraint("course_id", "idempotency_key"),
    UniqueConstraint("course_id", "assignment", "student_key", "number"),
    Index(None, "course_id", "assignment", "received_at"),
)

forgotten = Table(  # work that retention removed and its platform still lists: it is not to be fetched again
    "forgotten",
    metadata,
    Column("course_id", Text, ForeignKey("courses.id"), nullable=False),
    Column("key", Text, nullable=False),  # the idempotency key of the submission
    Index(None, "course_id", "key"),
)

attempts = Table(
    "attempts",
    metadata,
    Column("id", Text, primary_key=True),
    Column("submission_id", Text, ForeignKey("submissions.id"), nullable=False, index=True),
    Column("kind", Text, CheckConstraint("kind IN ('first', 'regrade')", "kind"), nullable=False),
    Column(
        "state",
        Text,
        CheckConstraint("state IN ('queued', 'running', 'done', 'parked', 'cancelled')", "state"),
        nullable=False,
    ),
    Column("priority", Integer, nullable=False),
    Column("tries", Integer, nullable=False),  # how often it was taken; names the job of the queue that may take it
    Column("deaths", Integer, nullable=False),  # how often whoever graded it died over it, or could not grade it
    Column("lease", Text),  # of the try that may write the result
    Column("worker", Text),
    Column("seed", BigInteger, nullable=False),
    Column("queued_at", Moment, nullable=False),
    Column("started_at", Moment),
    Column("finished_at", Moment),  # of one that waits: since when it rests
    Column("fault", Text),
    Index(None, "state", "priority", "queued_at"),
)

reports = Table(
    "reports",
    metadata,
    Column("attempt_id", Text, ForeignKey("attempts.id"), primary_key=True),
    Column("status", Text, nullable=False),
    Column("score", Float),
    Column("max_score", Float, nullable=False),
    Column("json_sha256", Text, nullable=False),
    Column("html_sha256", Text, nullable=False),
    Column("bug_ids", Json, nullable=False),
    Column("written_at", Moment, nullable=False),
)

deliveries = Table(
    "deliveries",
    metadata,
    Column("id", Text, primary_key=True),  # the receiver's idempotency key
    Column("attempt_id", Text, ForeignKey("attempts.id"), nullable=False),
    Column("kind", Text, nullable=False),  # callback, canvas, moodle, lti
    Column("target", Text, nullable=False),
    Column("state", Text, CheckConstraint("state IN ('waiting', 'sent', 'dead')", "state"), nullable=False),
    Column("tries", Integer, nullable=False),
    Column("next_at", Moment, nullable=False),
    Column("last_error", Text),
    Column("sent_at", Moment),
    UniqueConstraint("attempt_id", "kind", "target"),
    Index(None, "state", "next_at"),
)

workers = Table(
    "workers",
    metadata,
    Column("id", Text, primary_key=True),
    Column("host", Text, nullable=False),
    Column("level", Text, nullable=False),  # of its sandbox
    Column("slots", Integer, nullable=False),
    Column("beats", BigInteger, nullable=False),  # it lives while this changes, whatever the clocks say
    Column("started_at", Moment, nullable=False),
    Column("seen_at", Moment, nullable=False),
)

audit = Table(
    "audit",
    metadata,
    Column("id", Text, primary_key=True),
    Column("at", Moment, nullable=False, index=True),
    Column("actor", Text, nullable=False),
    Column("action", Text, nullable=False),
    Column("object", Text, nullable=False),
    Column("detail", Text, nullable=False),
)
