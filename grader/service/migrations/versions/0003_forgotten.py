"""Work that retention removed and its platform still lists."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Change the tables."""
    op.create_table(
        "forgotten",
        sa.Column("course_id", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["course_id"], ["courses.id"], name=op.f("fk_forgotten_course_id")),
    )
    op.create_index(op.f("ix_forgotten_course_id_key"), "forgotten", ["course_id", "key"])
