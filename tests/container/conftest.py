"""The machine that containers run on, once for all of these tests."""

import pytest

from tests.container.machine import Machine, lacking


@pytest.fixture(scope="session")
def machine():
    if why := lacking():
        pytest.skip(why)
    machine = Machine()
    try:
        machine.build()
        yield machine
    finally:
        machine.remove()
