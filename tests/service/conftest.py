"""What tests of the service share: its database, in both kinds."""

from collections.abc import Iterator

import pytest
from sqlalchemy import Engine

from grader.service.database import open_database, upgrade
from tests.service.postgres import Cluster, cluster


@pytest.fixture(scope="session")
def running_cluster() -> Iterator[Cluster | None]:
    with cluster() as server:
        yield server


@pytest.fixture
def postgres(running_cluster: Cluster | None) -> Cluster:
    if running_cluster is None:
        pytest.skip("PostgreSQL is not installed (initdb)")
    return running_cluster


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path) -> Iterator[str]:
    """The URL of an empty database of each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/service.sqlite"
        return
    postgres = request.getfixturevalue("postgres")
    url = postgres.new_database()
    yield url
    postgres.give_back(url)


@pytest.fixture
def database(url: str) -> Iterator[Engine]:
    """An open database, up to date."""
    engine = open_database(url)
    upgrade(engine)
    yield engine
    engine.dispose()
