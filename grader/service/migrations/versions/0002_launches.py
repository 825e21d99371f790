"""People who come from a platform: found again by what it calls them, and where their grades go."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Change the tables."""
    op.add_column("tokens", sa.Column("person", sa.Text(), nullable=True))
    op.create_index(op.f("ix_tokens_course_id_role_person"), "tokens", ["course_id", "role", "person"], unique=True)
    op.create_table(
        "launches",
        sa.Column("course_id", sa.Text(), nullable=False),
        sa.Column("assignment", sa.Text(), nullable=False),
        sa.Column("student_key", sa.Text(), nullable=False),
        sa.Column("ids", sa.Text(), nullable=False),
        sa.Column("launched_at", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["course_id"], ["courses.id"], name=op.f("fk_launches_course_id")),
        sa.PrimaryKeyConstraint("course_id", "assignment", "student_key", name=op.f("pk_launches")),
    )
