"""Bytes of a Python file to UTF-8 bytes, whatever editor wrote them."""

import io
import re
import tokenize
from typing import NamedTuple

from grader.errors import RejectedError
from grader.report import Notice
from grader.submission.source import intake

_CODING = re.compile(r"^[ \t\f]*#.*?coding[:=]", re.ASCII)  # PEP 263
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


class Decoded(NamedTuple):
    """Source text with \\n line ends, and what had to be guessed."""

    text: str
    notices: tuple[Notice, ...]


def decode_source(name: str, data: bytes) -> Decoded:
    """Decode a Python source by its mark, its declared coding, UTF-8 or, with a notice, cp1252.

    Raises `RejectedError` for bytes that are no text.
    """
    notices: tuple[Notice, ...]
    if data.startswith(_UTF16):
        text, notices = _utf16(name, data), (intake(f"{name} was saved as UTF-16; it was read as that."),)
    elif b"\0" in data:
        raise RejectedError(f"{name} is not a text file: it holds zero bytes. Hand in the .py source itself.")
    else:
        text, notices = _declared(name, data)
    return Decoded(text.replace("\r\n", "\n").replace("\r", "\n"), notices)


def _utf16(name: str, data: bytes) -> str:
    try:
        return data.decode("utf-16")
    except UnicodeDecodeError:
        raise RejectedError(f"{name} looks like UTF-16 but is not. Save it as UTF-8.") from None


def _declared(name: str, data: bytes) -> tuple[str, tuple[Notice, ...]]:
    try:
        coding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        return data.decode(coding), ()
    except (SyntaxError, UnicodeDecodeError, LookupError):
        text = data.decode("cp1252", "replace")
        message = f"{name} is not valid UTF-8; it was read as cp1252. Save it as UTF-8 to be sure of every character."
        return text, (intake(message),)


def utf8(text: str) -> bytes:
    """Return `text` as UTF-8, its coding line emptied: the bytes are UTF-8 now, whatever that line said."""
    lines = text.split("\n")
    lines[:2] = ["#" if _CODING.match(line) else line for line in lines[:2]]
    return "\n".join(lines).encode("utf-8", "replace")
