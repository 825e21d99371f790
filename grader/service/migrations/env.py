"""What alembic runs: the migrations, in the transaction that `database.upgrade` has opened."""

from alembic import context

from grader.service.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
context.run_migrations()
