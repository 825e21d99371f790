"""Students' text made harmless: what a terminal, XML, JSON, Markdown or spreadsheet acts on is taken out or escaped."""

import json
import re
import unicodedata

#: Line ends, tabs, and the joiners that Persian and emoji are spelt with.
_KEPT = "\n\t\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
#: Control, format (bidirectional overrides among them), surrogate, private, unassigned; line and paragraph separators.
_ACTING = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
_MARKUP = re.compile(r"([\\`*_{}\[\]<>()#+!|~&$@^=-])")
_NUMBERED = re.compile(r"^(\d+)\.(?= |$)")  # the start of a list
#: What sites make links of although it is escaped: @name, #12, http://, www.
_LINKED = re.compile(r"[@#]|:(?=//)|\bwww(?=\.)", re.IGNORECASE)
_ODD = re.compile(r"[^\n\t\x20-\x7e]")  # whatever may act on a reader, and more; the rest is most of any text
#: Where a spreadsheet begins a cell: some split at semicolons and tabs too, and then take no quotes for it.
_START = r"(^|[;\t\r\n])"
_FORMULA = r'(?=[ "]*[-=+@\t\r\n])'
_UNGUARDED, _GUARDED = re.compile(_START + _FORMULA), re.compile(f"{_START}'{_FORMULA}")
_WORD_JOINER = "\u2060"  # no width, no meaning, and no letter


def _harmless(character: str) -> bool:
    return character in _KEPT or unicodedata.category(character) not in _ACTING


def plain(text: str) -> str:
    """Return `text` without whatever a terminal would obey and XML cannot hold."""
    if text.isascii() and text.isprintable():
        return text  # most are, and a page asks a thousand times
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return _ODD.sub(lambda found: found[0] if _harmless(found[0]) else "\N{REPLACEMENT CHARACTER}", lines)


def json_text(document: str) -> str:
    r"""Return a JSON document that says the same, with what a terminal would obey written as \uXXXX."""
    return _ODD.sub(lambda found: found[0] if _harmless(found[0]) else json.dumps(found[0])[1:-1], document)


def markdown(text: str) -> str:
    """Return `text` so that Markdown shows its characters and nothing else, on one line."""
    line = " ".join(plain(text).split())
    broken = _LINKED.sub(rf"\g<0>{_WORD_JOINER}", line)
    return _NUMBERED.sub(r"\1\\.", _MARKUP.sub(r"\\\1", broken))


def fenced(text: str) -> str:
    """Return `text` as a Markdown code block that it cannot end."""
    shown = plain(text).rstrip()
    longest = max(map(len, re.findall(r"`+", shown)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{shown}\n{fence}"


def guarded(text: str) -> str:
    """Return `text` for a cell, with an apostrophe wherever a spreadsheet would find the start of a formula."""
    return _UNGUARDED.sub(r"\1'", text)


def unguarded(cell: str) -> str:
    """Return the text of a cell that `guarded` wrote."""
    return _GUARDED.sub(r"\1", cell)
