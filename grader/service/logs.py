"""What the service says of itself: one JSON object a line on stderr, with ids and never a source, a name or a token."""

import logging
import sys

import structlog


def set_up_logs() -> None:
    """Have all logs of this process go to stderr as JSON, those of libraries from warnings on."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(),
        ],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    logging.basicConfig(handlers=[_Lines()], level=logging.WARNING, force=True)


class _Lines(logging.Handler):
    """Passes what libraries log on, without tracebacks: those show values."""

    def emit(self, record: logging.LogRecord) -> None:
        """Say it, and what kind of exception there was."""
        kind = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else None
        structlog.get_logger().log(record.levelno, record.getMessage()[:500], logger=record.name, error=kind)
