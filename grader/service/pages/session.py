"""Sessions: what a cookie says, and that we said it. Nothing of them is kept; revoking the token ends its sessions.

A cookie is "TOKEN-ID.NONCE.END.SEAL". One who has not signed in has a session too, of no token: the form in which one
signs in is guarded like all others.
"""

import contextlib
import functools
import hashlib
import hmac
import os
import secrets
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

SECONDS: Final = 12 * 3600
_KEY_BYTES: Final = 32


@dataclass(frozen=True)
class Session:
    """Who looks, by the id of a token ("" for nobody), and until when (seconds since 1970)."""

    token_id: str
    nonce: str
    ends: int


def begin(token_id: str = "") -> Session:
    """Return a new session, which shares nothing with any other."""
    return Session(token_id, secrets.token_urlsafe(16), int(time.time()) + SECONDS)


class Seal:
    """What makes cookies and forms ours."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def close(self, session: Session) -> str:
        """Return a session as the text of a cookie."""
        body = _body(session)
        return f"{body}.{self._mac('session', body)}"

    def open(self, text: str, at: float) -> Session | None:
        """Return the session of a cookie; None if it is not ours, was changed or has ended."""
        body, _, mac = text.rpartition(".")
        if not hmac.compare_digest(mac.encode(), self._mac("session", body).encode()):
            return None
        token_id, nonce, ends = body.split(".")
        return Session(token_id, nonce, int(ends)) if at < int(ends) else None

    def form_key(self, session: Session) -> str:
        """Return what every form of this session holds and no other site can know."""
        return self._mac("form", _body(session))

    def _mac(self, purpose: str, body: str) -> str:
        return hmac.new(self._key, f"{purpose}:{body}".encode("utf-8", "replace"), hashlib.sha256).hexdigest()


def _body(session: Session) -> str:
    return f"{session.token_id}.{session.nonce}.{session.ends}"


@functools.lru_cache(maxsize=8)
def seal_of(data: Path) -> Seal:
    """Return the seal of an installation, whose key lies in its data folder and is made when first asked for."""
    place = data / "session.key"
    if not place.exists():
        data.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.NamedTemporaryFile(dir=data) as draft:  # readable by us alone
            draft.write(secrets.token_bytes(_KEY_BYTES))
            draft.flush()
            os.fsync(draft.fileno())
            with contextlib.suppress(FileExistsError):  # another process was faster, and its key holds
                os.link(draft.name, place)
    key = place.read_bytes()
    if len(key) != _KEY_BYTES:
        raise ValueError(f"{place} is damaged; remove it, and everybody signs in again")
    return Seal(key)
