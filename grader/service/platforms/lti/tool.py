"""The platforms at which we are registered, as pylti1p3 asks for them."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from pylti1p3.deployment import Deployment
from pylti1p3.registration import Registration
from pylti1p3.request import Request
from pylti1p3.tool_config.abstract import ToolConfAbstract

from grader.service.platforms.connections import LtiConnection
from grader.service.platforms.lti.keys import Keys


class Tool(ToolConfAbstract[Request]):
    """What grader.toml says in `[service.lti.NAME]`, and our keys."""

    def __init__(self, connections: Mapping[str, LtiConnection], keys: Keys) -> None:
        self.connections, self.keys = connections, keys

    def find(self, issuer: str, client_id: str | None) -> tuple[str, LtiConnection] | None:
        """Return name and connection; without `client_id`, which a login may lack, the only one of the issuer."""
        found = [
            (name, connection)
            for name, connection in self.connections.items()
            if connection.issuer == issuer and client_id in (connection.client_id, None, "")
        ]
        return found[0] if len(found) == 1 else None

    def check_iss_has_one_client(self, iss: str) -> bool:
        """No: we always ask for the client too."""
        return False

    def check_iss_has_many_clients(self, iss: str) -> bool:
        """See above."""
        return True

    def find_registration_by_params(self, iss: str, client_id: str, *_: Any, **__: Any) -> Registration | None:  # type: ignore[override]  # noqa: ANN401
        """Return the registration, None if there is none."""
        found = self.find(iss, client_id)
        return registration(found[1], self.keys) if found else None

    def find_deployment_by_params(
        self,
        iss: str,
        deployment_id: str,
        client_id: str,
        *_: Any,  # noqa: ANN401
        **__: Any,  # noqa: ANN401
    ) -> Deployment | None:
        """Return the deployment, None if it is none of ours."""
        found = self.find(iss, client_id)
        known = found is not None and deployment_id in found[1].deployment_ids
        return Deployment().set_deployment_id(deployment_id) if known else None


def registration(connection: LtiConnection, keys: Keys) -> Registration:
    """Return a connection as pylti1p3 has it."""
    return (
        Registration()
        .set_issuer(connection.issuer)
        .set_client_id(connection.client_id)
        .set_auth_login_url(connection.auth_login_url)
        .set_auth_token_url(connection.auth_token_url)
        .set_key_set_url(connection.key_set_url)
        .set_tool_private_key(keys.private)
        .set_tool_public_key(keys.public)
    )


def may_take_scores(connection: LtiConnection, url: str) -> bool:
    """Whether a score, and the platform's token with it, may go to this address."""
    try:
        asked = urlsplit(url)
    except ValueError:
        return False
    known = [connection.issuer, connection.auth_login_url, connection.auth_token_url, connection.key_set_url]
    hosts = {*connection.hosts, *(urlsplit(one).netloc for one in known)}
    schemes = {urlsplit(one).scheme for one in known} & {"http", "https"}  # http only where all is http, in a test
    return asked.netloc in hosts and asked.scheme in schemes
