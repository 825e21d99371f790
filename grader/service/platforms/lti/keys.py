"""The keys with which we prove to platforms who we are."""

import hashlib
import os
from functools import cached_property
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from pylti1p3.registration import Registration

from grader.service.columns import now

_BITS = 2048  # what all platforms take


class Keys:
    """The RSA keys `lti-*.pem` of a folder: the last by name signs, and all are published.

    To change the key add a file, and take the old one away a day later, when no platform remembers it.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not self._files():
            _make(folder / f"lti-{now():%Y%m%d%H%M%S}.pem")

    @cached_property
    def private(self) -> str:
        """The key that signs."""
        return self._files()[-1].read_text()

    @cached_property
    def public(self) -> str:
        """The public part of the key that signs."""
        return _public(self._files()[-1])

    @cached_property
    def secret(self) -> bytes:
        """A secret for what only we read again."""
        return hashlib.sha256(b"lti ticket" + self.private.encode()).digest()

    def published(self) -> dict[str, Any]:
        """Return the public keys as a JSON Web Key Set."""
        return {"keys": [dict(Registration.get_jwk(_public(file))) for file in self._files()]}

    def _files(self) -> list[Path]:
        return sorted(self._folder.glob("lti-*.pem"))


def _make(path: Path) -> None:
    key = rsa.generate_private_key(65537, _BITS)
    plain = serialization.NoEncryption()
    text = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    draft = path.with_suffix(f".{os.getpid()}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(text)
    draft.rename(path)


def _public(file: Path) -> str:
    key = serialization.load_pem_private_key(file.read_bytes(), None)
    form = serialization.PublicFormat.SubjectPublicKeyInfo
    return key.public_key().public_bytes(serialization.Encoding.PEM, form).decode()
