"""The interface asks the store, which has its tests on both databases; here one is enough."""

import pytest


@pytest.fixture
def url(tmp_path) -> str:
    return f"sqlite:///{tmp_path}/service.sqlite"
