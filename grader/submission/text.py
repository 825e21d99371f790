"""Bytes of a Python file to UTF-8 bytes, whatever editor wrote them."""

import io
import re
import tokenize
from typing import Final, NamedTuple

from grader.errors import RejectedError
from grader.report import Notice
from grader.submission.source import intake

_CODING: Final = re.compile(r"^[ \t\f]*#.*?coding[:=]", re.ASCII)  # PEP 263
_COMMENT: Final = re.compile(r"^[ \t\f]*(#|$)")
_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")
_UTF8: Final = "utf-8-sig"
#: A file that declares its coding in ASCII is not written in one that reads these otherwise: UTF-7, EBCDIC, escapes, …
_PROBE: Final = "+-/~{}[]()=\\u0041 #aZ09"


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
    else:
        text, notices = _declared(name, data)
    if "\0" in text:
        raise RejectedError(f"{name} is not a text file: it holds zero bytes. Hand in the source itself, as UTF-8.")
    return Decoded(text.replace("\r\n", "\n").replace("\r", "\n"), notices)


def _utf16(name: str, data: bytes) -> str:
    try:
        return data.decode("utf-16")
    except UnicodeDecodeError:
        raise RejectedError(f"{name} looks like UTF-16 but is not. Save it as UTF-8.") from None


def _declared(name: str, data: bytes) -> tuple[str, tuple[Notice, ...]]:
    for coding in (_coding(data), _UTF8):
        try:
            return data.decode(coding), ()
        except UnicodeError:
            continue
    message = f"{name} is not valid UTF-8; it was read as cp1252. Save it as UTF-8 to be sure of every character."
    return data.decode("cp1252", "replace"), (intake(message),)


def _coding(data: bytes) -> str:
    """Return the coding that the first two lines declare, if a Python source can be written in it, else UTF-8."""
    lines = io.BytesIO(data.replace(b"\r\n", b"\n").replace(b"\r", b"\n"))
    try:
        coding, _ = tokenize.detect_encoding(lines.readline)
        readable = _PROBE.encode().decode(coding) == _PROBE
    except (SyntaxError, UnicodeError, LookupError):
        return _UTF8
    return coding if readable else _UTF8


def utf8(text: str) -> bytes:
    """Return `text` as UTF-8, its coding line emptied: the bytes are UTF-8 now, whatever that line said."""
    lines = text.split("\n")
    for at, line in enumerate(lines[:2]):
        if _CODING.match(line):
            lines[at] = "#"
        elif not _COMMENT.match(line):
            break  # the second line declares nothing below a first one with code
    return "\n".join(lines).encode("utf-8", "replace")
