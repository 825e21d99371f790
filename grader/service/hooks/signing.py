"""Signatures of Standard Webhooks: on what comes in and on what goes out.

Both ways a list of secrets is in use, so that a key can be changed without a moment in which messages are refused:
what goes out carries a signature for each, and what comes in needs one that fits any.
Source: https://github.com/standard-webhooks/standard-webhooks, the specification.
"""

import base64
import binascii
import hmac
import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256

from standardwebhooks import Webhook

TOLERANCE = timedelta(minutes=5)
_PREFIX = "whsec_"
_ID = re.compile(r"[!-~]{1,200}")  # printable, no spaces: it becomes an idempotency key
_SECONDS = re.compile(r"[0-9]{1,12}")
_MOST_SIGNATURES = 10


class SignatureError(Exception):
    """A message is not from who it says, or is too old. The sentence may be shown to the sender."""


def new_secret() -> str:
    """Return a fresh secret: `whsec_` and 32 random bytes."""
    return _PREFIX + base64.b64encode(secrets.token_bytes(32)).decode()


def sign(body: str, message_id: str, keys: Sequence[str], now: datetime) -> dict[str, str]:
    """Return the headers that sign `body` at the time `now`, one signature for each of `keys`."""
    signatures = (Webhook(key).sign(message_id, now.astimezone(UTC), body) for key in keys)
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": " ".join(signatures),
    }


def verify(body: bytes, headers: Mapping[str, str], keys: Iterable[str], now: datetime) -> str:
    """Return the id of a message that one of `keys` signed within five minutes of `now`, or raise `SignatureError`.

    The id is the message's idempotency key: whoever acts on a message remembers it, and acts once.
    `standardwebhooks` verifies text only; an upload is bytes.
    """
    given = {name.lower(): value for name, value in headers.items()}
    message_id, seconds = given.get("webhook-id", ""), given.get("webhook-timestamp", "")
    if not _ID.fullmatch(message_id):
        raise SignatureError("The header webhook-id is missing, or is no id of up to 200 printable characters.")
    if not _SECONDS.fullmatch(seconds):
        raise SignatureError("The header webhook-timestamp is missing, or is no number of seconds since 1970.")
    if abs(now.timestamp() - int(seconds)) > TOLERANCE.total_seconds():
        raise SignatureError("The header webhook-timestamp is more than five minutes away from now.")
    signed = b".".join((message_id.encode(), seconds.encode(), body))
    wanted = [hmac.digest(_bytes_of(key), signed, sha256) for key in keys]
    offered = list(_signatures(given.get("webhook-signature", "")))
    if not any(hmac.compare_digest(one, other) for one in wanted for other in offered):
        raise SignatureError("The header webhook-signature holds no signature that fits this message.")
    return message_id


def _signatures(header: str) -> Iterable[bytes]:
    """The signatures of the kind v1; other kinds and nonsense are for other readers."""
    for word in header.split(" ")[:_MOST_SIGNATURES]:
        kind, _, text = word.partition(",")
        if kind == "v1" and text.isascii():
            try:
                yield base64.b64decode(text, validate=True)
            except binascii.Error:
                continue


def _bytes_of(key: str) -> bytes:
    found = base64.b64decode(key.removeprefix(_PREFIX) + "==")
    if not found:
        raise ValueError("A secret for signing is empty.")
    return found
