"""Students' text made harmless: what a terminal, XML or Markdown would act on is taken out or escaped."""

import re
import unicodedata

#: Characters that reorder text on screen, so that it reads as something else.
_BIDIRECTIONAL = set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>()#+!|~&$@^=-])")


def plain(text: str) -> str:
    """Return `text` without control characters but for line ends and tabs: nothing a terminal would obey."""
    shown = []
    for character in text.replace("\r\n", "\n"):
        if character in "\n\t":
            shown.append(character)
        elif unicodedata.category(character) in ("Cc", "Cs", "Co", "Cn") or character in _BIDIRECTIONAL:
            shown.append("\N{REPLACEMENT CHARACTER}")
        else:
            shown.append(character)
    return "".join(shown)


def xml(text: str) -> str:
    """Return `text` without what XML 1.0 cannot hold; markup is escaped by whoever writes the tree."""
    return re.sub("[\ufffe\uffff]", "\N{REPLACEMENT CHARACTER}", plain(text))


def markdown(text: str) -> str:
    """Return `text` so that Markdown shows its characters and nothing else, on one line."""
    return _MARKDOWN.sub(r"\\\1", " ".join(plain(text).split()))


def fenced(text: str) -> str:
    """Return `text` as a Markdown code block that it cannot end."""
    runs = [len(run) for run in re.findall(r"`+", text)]
    fence = "`" * max(3, max(runs, default=0) + 1)
    return f"{fence}text\n{plain(text).rstrip()}\n{fence}"
