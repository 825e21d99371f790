"""What all tests share: the lab, and the options that run the long ones."""

import signal
import time
from pathlib import Path

import pytest
from hypothesis import settings

from grader.assignment import Assignment, load_assignment

ROOT = Path(__file__).resolve().parent.parent
ATTENTION = ROOT / "assignments" / "attention"


settings.register_profile("no deadline", deadline=None)  # a busy machine is slow; that is no mistake of the code
settings.load_profile("no deadline")


#: Markers of tests that run only where an option of that name is given.
OPTIONAL = {
    "slow": "starts whole programs",
    "soak": "takes minutes",
    "container": "builds an image and runs it, as root",
}


def pytest_addoption(parser: pytest.Parser) -> None:
    for name, what in OPTIONAL.items():
        parser.addoption(f"--{name}", action="store_true", help=f"run the tests too of which each {what}")
    parser.addoption(
        "--within", type=float, metavar="SECONDS",
        help="run those tests of --soak, in an order of chance, that are done after so many seconds; skip the rest",
    )  # fmt: skip


def pytest_configure() -> None:
    """Let what the tests start be interrupted: in the background a shell has Ctrl-C ignored, by all who inherit it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for name, what in OPTIONAL.items():
        for item in items:
            if item.get_closest_marker(name) and not config.getoption(f"--{name}"):
                item.add_marker(pytest.mark.skip(reason=f"{what}; run with --{name}"))


_BEGAN = time.monotonic()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Let nothing begin that is not over in time: a long test says at its marker how many seconds it takes."""
    within, soak = item.config.getoption("--within"), item.get_closest_marker("soak")
    if within is not None and soak and time.monotonic() - _BEGAN + soak.kwargs.get("seconds", 10) > within:
        pytest.skip("takes longer than is left of --within")


@pytest.fixture(scope="session")
def attention() -> Assignment:
    """The attention lab as it is shipped."""
    return load_assignment(ATTENTION)
