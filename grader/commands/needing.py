"""What a command needs that not every installation has."""

import importlib.util
from typing import Final

from grader.errors import EnvironmentFaultError

_PARTS: Final = ("fastapi", "sqlalchemy", "alembic", "dbos", "structlog", "uvicorn", "prometheus_client", "multipart")


def needs_service() -> None:
    """Raise `EnvironmentFaultError`, which says what to install, where the parts of the service are not there."""
    missing = [name for name in _PARTS if importlib.util.find_spec(name) is None]
    if missing:
        raise EnvironmentFaultError(
            f"The service is not installed (no {', '.join(missing)}). Install it with: pip install 'grader[service]'"
        )
