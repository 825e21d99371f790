"""Keys: short names that any disk takes, one for each entry, the same whenever the same download is read."""

import hashlib
import unicodedata
from collections import Counter
from collections.abc import Sequence
from typing import Final

LONGEST_KEY: Final = 100  # characters
_MOST_BYTES: Final = 200  # a file name has 255, and the longest ending of ours is short
_MARKED: Final = 9  # a hyphen and eight digits
#: Names that Windows keeps for devices, whatever their ending.
_DEVICES: Final = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))}


def unique_keys(wanted: Sequence[tuple[str, str]]) -> list[str]:
    """Return a key for each pair of an id and whatever else tells it apart.

    An id that is a safe name already is its own key. Ids that a disk could take for one another (`S1` and `s1`) each
    get a mark made from the pair, so that none takes the other's key when the class changes.
    """
    plain = [_safe(identity) for identity, _ in wanted]
    alike = Counter(_folded(key) for key in plain)
    keys: list[str] = []
    taken: set[str] = set()
    for key, pair in zip(plain, wanted, strict=True):
        unique, again = key if alike[_folded(key)] == 1 else _marked(key, pair, 0), 0
        while _folded(unique) in taken:
            again += 1
            unique = _marked(key, pair, again)
        taken.add(_folded(unique))
        keys.append(unique)
    return keys


def _safe(identity: str) -> str:
    text = unicodedata.normalize("NFC", identity)
    key = "".join(c if c in "-_.@" or unicodedata.category(c)[0] in "LMN" else "_" for c in text)
    key = key.lstrip("-.").rstrip(".") or "entry"
    if key.partition(".")[0].lower() in _DEVICES:
        key = f"_{key}"
    return key if _fits(key, 0) else _marked(key, (identity, ""), 0)


def _marked(key: str, pair: tuple[str, str], again: int) -> str:
    seed = "\0".join((*pair, str(again) if again else ""))
    mark = hashlib.sha256(seed.encode("utf-8", "surrogatepass")).hexdigest()[: _MARKED - 1]
    while not _fits(key, _MARKED):
        key = key[:-1]
    return f"{key}-{mark}"


def _fits(key: str, more: int) -> bool:
    return len(_folded(key)) + more <= LONGEST_KEY and len(_folded(key).encode()) + more <= _MOST_BYTES


def _folded(key: str) -> str:
    """Return how the most forgiving disk would spell it."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", key).casefold())
