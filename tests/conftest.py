"""What all tests share: the lab, and the option that runs the long ones."""

from pathlib import Path

import pytest
from hypothesis import settings

from grader.assignment import Assignment, load_assignment

ROOT = Path(__file__).resolve().parent.parent
ATTENTION = ROOT / "assignments" / "attention"


settings.register_profile("no deadline", deadline=None)  # a busy machine is slow; that is no mistake of the code
settings.load_profile("no deadline")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="run the tests that take minutes too")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--soak"):
        for item in items:
            if item.get_closest_marker("soak"):
                item.add_marker(pytest.mark.skip(reason="takes minutes; run with --soak"))


@pytest.fixture(scope="session")
def attention() -> Assignment:
    """The attention lab as it is shipped."""
    return load_assignment(ATTENTION)
