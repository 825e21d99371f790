"""An autograder for machine-learning labs: `from grader import grade`, see `grader.api`.

This file enters the sandbox with the worker, so it imports nothing before it is asked for something.
"""

TYPE_CHECKING = False  # what type checkers take for true
if TYPE_CHECKING:
    from grader.api import Grader, grade
    from grader.report import Report

__all__ = ["Grader", "Report", "grade"]


def __getattr__(name: str) -> object:
    """Import what a notebook or a script asks for. In the sandbox there is no `grader.api`."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from grader import api

    return getattr(api, name)
