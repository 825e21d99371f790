"""Functions of several students that do the same steps.

Evidence for a person to look at; never a verdict, and no number that could be taken for one. A short function has few
ways to be written: equal ones are to be expected.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from grader.batch.normalform import Normal, functions

#: Forms that more than this share of the class has are hidden: that is how one writes it.
MOST_SHARE: Final = 0.1


class Submission(NamedTuple):
    """What one student handed in: Python sources by their names."""

    key: str
    name: str
    files: Mapping[str, bytes]


class Found(NamedTuple):
    """A function, whose it is and where it stands."""

    key: str
    name: str
    file: str
    function: Normal


class Form(NamedTuple):
    """A normal form, its functions, one or more for each student, and how many students have it."""

    form: str
    functions: list[Found]
    students: int

    @property
    def size(self) -> int:
        """How many parts the longest of the functions has."""
        return max(found.function.size for found in self.functions)


class Alike(NamedTuple):
    """Students who share the same forms, the longest first."""

    keys: tuple[str, ...]
    forms: list[Form]

    @property
    def size(self) -> int:
        """How many parts their shared functions have together."""
        return sum(form.size for form in self.forms)


class Similarity(NamedTuple):
    """Those who share forms, those with the most in common first; the forms that are hidden; how many were compared."""

    alike: list[Alike]
    hidden: list[Form]
    students: int
    most: int


def similarity(
    submissions: Iterable[Submission], starter: bytes = b"", *, most_share: float = MOST_SHARE
) -> Similarity:
    """Group the students whose functions have the same normal form, but for those of the `starter`.

    A form that more than `most_share` of the class has (and more than two students) is hidden.
    """
    given = {function.form for function in functions(starter)}
    by_form: dict[str, list[Found]] = {}
    students = 0
    for submission in submissions:
        students += 1
        for found in _functions(submission):
            if found.function.form not in given:
                by_form.setdefault(found.function.form, []).append(found)
    most = max(2, int(most_share * students))
    forms = [Form(form, found, len({one.key for one in found})) for form, found in by_form.items()]
    shared = sorted((form for form in forms if form.students > 1), key=lambda form: (-form.size, form.form))
    together: dict[tuple[str, ...], list[Form]] = {}
    for form in shared:
        if form.students <= most:
            together.setdefault(tuple(dict.fromkeys(found.key for found in form.functions)), []).append(form)
    alike = sorted((Alike(keys, forms) for keys, forms in together.items()), key=lambda one: (-one.size, one.keys))
    hidden = sorted((form for form in shared if form.students > most), key=lambda form: (-form.students, form.form))
    return Similarity(alike, hidden, students, most)


def _functions(submission: Submission) -> Iterator[Found]:
    for file, data in submission.files.items():
        for function in functions(data):
            yield Found(submission.key, submission.name, file, function)
