"""Where a result callback may go: to origins that grader.toml names, and never into a network that it does not name.

An entry of `callbacks.allow` is an origin ("hooks.school.edu" is https at port 443; "http://10.0.0.7:9000" is exact),
or a network ("10.0.0.0/8"). The name of an origin may lead into a network that is not public only if that is named.
"""

from collections.abc import Iterable
from ipaddress import ip_network

from grader.errors import UsageError
from grader.service.hooks.destination import (
    AddressRefusedError,
    Destination,
    Lookup,
    Network,
    Origin,
    literal,
    look_up,
    read_url,
    resolve,
)


class AllowList:
    """The entries of `callbacks.allow`. Without any, no callback goes anywhere."""

    def __init__(self, entries: Iterable[str], lookup: Lookup = look_up) -> None:
        self._origins: set[Origin] = set()
        self._networks: list[Network] = []
        self._lookup = lookup
        for entry in entries:
            self._add(entry)

    def permit(self, url: str) -> None:
        """Raise `AddressRefusedError` unless the origin of `url` is in the list. Looks nothing up."""
        self._permitted(url)

    def find(self, url: str) -> Destination:
        """Return where `url` leads; raise `AddressRefusedError` if it may not, `OSError` if it leads nowhere now."""
        origin, path = self._permitted(url)
        return resolve(origin, path, self._lookup, self._networks)

    def _permitted(self, url: str) -> tuple[Origin, str]:
        origin, path = read_url(url)
        if origin not in self._origins:
            raise AddressRefusedError(
                f"Callbacks to {origin} are not allowed here; the operator names the places in callbacks.allow of "
                "grader.toml."
            )
        return origin, path

    def _add(self, entry: str) -> None:
        if "/" in entry and (network := _network(entry)):
            self._networks.append(network)
            return
        address = f"[{entry}]" if literal(entry) and ":" in entry else entry
        try:
            origin, path = read_url(address if "://" in address else f"https://{address}")
        except AddressRefusedError as error:
            raise UsageError(f"callbacks.allow: {entry!r} is neither an origin nor a network. {error}") from error
        if path != "/":
            raise UsageError(f"callbacks.allow: {entry!r} has a path; an origin ends after the host or the port.")
        self._origins.add(origin)
        if spelt := literal(origin.host):
            self._networks.append(ip_network(spelt))


def _network(entry: str) -> Network | None:
    try:
        return ip_network(entry)
    except ValueError:
        return None
