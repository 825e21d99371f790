"""Where an address leads that others told us: read strictly, looked up once, and judged by what was found.

The addresses in a `Destination` are the ones to connect to: the name is not looked up again.
"""

import socket
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

Network = IPv4Network | IPv6Network
Lookup = Callable[[str, int], list[str]]

_PORTS = {"http": 80, "https": 443}
_UNICAST = IPv6Network("2000::/3")  # all else in IPv6 is local, reserved, or an IPv4 address in other clothes
_SPECIAL = (IPv4Network("192.0.0.0/24"), IPv4Network("192.88.99.0/24"))  # older Pythons take them for public
_LONGEST = 2000  # characters


class AddressRefusedError(Exception):
    """Nobody may connect there. The sentence may be shown to who asked for it."""


@dataclass(frozen=True)
class Origin:
    """A scheme, a host in small letters, and a port."""

    scheme: str
    host: str
    port: int

    @property
    def default_port(self) -> int:
        """The port that need not be said."""
        return _PORTS[self.scheme]

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}" + (f":{self.port}" if self.port != self.default_port else "")


@dataclass(frozen=True)
class Destination:
    """An origin, what to ask it for, and the addresses that its name had when it was looked up."""

    origin: Origin
    path: str
    addresses: tuple[str, ...]


def look_up(host: str, port: int) -> list[str]:
    """Return the addresses of a host as the system knows them; raise `OSError` if it knows none."""
    return [str(found[4][0]) for found in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


def find_from(home: Origin, url: str, lookup: Lookup = look_up) -> Destination:
    """Return where an address leads that the platform at `home` gave: to itself, or to a public address by https.

    Raises as `AllowList.find`.
    """
    origin, path = read_url(url)
    if origin == home:
        return resolve(origin, path, lookup, (IPv4Network("0.0.0.0/0"), IPv6Network("::/0")))
    if origin.scheme != "https":
        raise AddressRefusedError(f"{home} sends us to {origin}, which is neither itself nor https.")
    return resolve(origin, path, lookup, ())


def read_url(url: str) -> tuple[Origin, str]:
    """Return the origin of an http(s) address, and its path with the query; raise `AddressRefusedError` for others."""
    if len(url) > _LONGEST or not all("!" <= character <= "~" and character != "\\" for character in url):
        raise AddressRefusedError(f"An address is up to {_LONGEST} plain characters, without spaces or backslashes.")
    try:
        parts = urlsplit(url)
        host, port = (parts.hostname or "").removesuffix("."), parts.port
    except ValueError as error:
        raise AddressRefusedError("This is no address.") from error
    if parts.scheme not in _PORTS:
        raise AddressRefusedError("An address starts with https:// (or http://).")
    if "@" in parts.netloc:
        raise AddressRefusedError("An address holds no name and no password.")
    if not host or parts.fragment or port == 0:
        raise AddressRefusedError("An address has a host, perhaps a port above 0, and no part after #.")
    spelt = literal(host)
    origin = Origin(parts.scheme, str(spelt) if spelt else host, port or _PORTS[parts.scheme])
    return origin, (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


def resolve(origin: Origin, path: str, lookup: Lookup, named: Iterable[Network]) -> Destination:
    """Look the host up. One bad address among several is enough to refuse: the next answer might hold that alone."""
    addresses = tuple(lookup(origin.host, origin.port))
    if not addresses:
        raise OSError(f"{origin.host} has no address")
    for address in addresses:
        spelt = literal(address)
        if spelt is None or not (_is_public(spelt) or any(spelt in network for network in named)):
            raise AddressRefusedError(
                f"{origin.host} leads to {address}, which is not a public address; if that is meant, the operator "
                "names its network in callbacks.allow of grader.toml."
            )
    return Destination(origin, path, addresses)


def literal(host: str) -> IPv4Address | IPv6Address | None:
    """The address that `host` spells, if it spells one; an IPv4 address in IPv6 is that IPv4 address."""
    try:
        found = ip_address(host)
    except ValueError:
        return None
    if isinstance(found, IPv6Address):
        return None if found.scope_id is not None else found.ipv4_mapped or found
    return found


def _is_public(address: IPv4Address | IPv6Address) -> bool:
    if not address.is_global or address.is_multicast:
        return False
    if isinstance(address, IPv4Address):
        return not any(address in network for network in _SPECIAL)
    return address in _UNICAST and address.sixtofour is None and address.teredo is None
