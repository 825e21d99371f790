"""What all tests share: the lab, and the options that run the long ones."""

import signal
from pathlib import Path

import pytest
from hypothesis import settings

from grader.assignment import Assignment, load_assignment

ROOT = Path(__file__).resolve().parent.parent
ATTENTION = ROOT / "assignments" / "attention"


settings.register_profile("no deadline", deadline=None)  # a busy machine is slow; that is no mistake of the code
settings.load_profile("no deadline")


#: Markers of tests that run only where an option of that name is given.
OPTIONAL = {"soak": "takes minutes", "container": "builds an image and runs it, as root"}


def pytest_addoption(parser: pytest.Parser) -> None:
    for name, what in OPTIONAL.items():
        parser.addoption(f"--{name}", action="store_true", help=f"run the tests too of which each {what}")


def pytest_configure() -> None:
    """Let what the tests start be interrupted: in the background a shell has Ctrl-C ignored, by all who inherit it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for name, what in OPTIONAL.items():
        for item in items:
            if item.get_closest_marker(name) and not config.getoption(f"--{name}"):
                item.add_marker(pytest.mark.skip(reason=f"{what}; run with --{name}"))


@pytest.fixture(scope="session")
def attention() -> Assignment:
    """The attention lab as it is shipped."""
    return load_assignment(ATTENTION)
