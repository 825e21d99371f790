"""The words for bugs: a catalogue in TOML, entry by entry replaceable by an assignment's own.

    [bug.ID]        title, explanation, hint, and optionally lesson (a section)
    [observation]   title, hint, and a sentence for each id of `grader.diagnosis.observing`

`{function}` stands for the function that has the bug.
"""

import functools
import tomllib
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Self

from pydantic import Field, ValidationError

from grader.errors import AssignmentError
from grader.report import Frozen


class Entry(Frozen):
    """What is said of one bug."""

    title: str
    explanation: str
    hint: str
    lesson: str = ""


class Catalogue(Frozen):
    """All that is said, by the ids of bugs and observations."""

    bug: dict[str, Entry] = Field(default_factory=dict)
    observation: dict[str, str] = Field(default_factory=dict)

    def of(self, bug: str, function: str) -> Entry:
        """Return the words for a bug of a function. A bug without words is called by its id."""
        entry = self.bug.get(bug) or Entry(title=bug, explanation="", hint="")
        return entry.model_copy(update={"explanation": entry.explanation.replace("{function}", function)})

    def says(self, observation: str, words: Mapping[str, str]) -> str:
        """Return the sentence of an observation with `words` in their places, or ""."""
        text = self.observation.get(observation, "")
        for name, word in words.items():
            text = text.replace("{" + name + "}", word)
        return text

    def but(self, other: Self) -> Self:
        """Return this catalogue with the entries of another in the place of its own."""
        return self.model_copy(
            update={"bug": self.bug | other.bug, "observation": self.observation | other.observation}
        )


def catalogue(language: str, own: Path | None = None) -> Catalogue:
    """Return the catalogue of a language with an assignment's `own` entries in it.

    Raises `AssignmentError` for a language that is not there, and for a file that is no catalogue.
    """
    shipped = resources.files("grader.diagnosis.words") / f"{language}.toml"
    if not shipped.is_file() and own is None:
        raise AssignmentError(
            f'There are no words in "{language}"; give them in a file: [feedback] words = "words.toml".'
        )
    found = _read(shipped.read_text("utf-8"), f"{language}.toml") if shipped.is_file() else Catalogue()
    if own is None:
        return found
    try:
        return found.but(_read(own.read_text("utf-8-sig"), str(own)))
    except OSError as error:
        raise AssignmentError(f"{own} cannot be read: {error.strerror}.") from error


@functools.lru_cache(maxsize=8)  # one is wanted for every submission, and read for the first
def _read(text: str, name: str) -> Catalogue:
    try:
        return Catalogue.model_validate(tomllib.loads(text))
    except (tomllib.TOMLDecodeError, ValidationError) as error:
        first = error.errors()[0] if isinstance(error, ValidationError) else None
        told = f"{'.'.join(map(str, first['loc']))}: {first['msg']}" if first else str(error)
        raise AssignmentError(f"{name}: {told}.") from error
