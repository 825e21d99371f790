"""The hostile corpus: one file an attack, named by its row of the threat catalogue; its first lines say what to expect.

    # A3 | Ends the interpreter before it answers, with exit status 0.
    # Expected: exit; at most 0 points

`Expected` names the causes of which at least one must be given for the checks that are not passed, or `neutral` where
the attempt has no effect and the values decide. `at most` is what the honest part of the file earns.
"""

import re
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
ATTACKS = sorted((HERE / "attacks").glob("*.py"))
CONTROLS = sorted((HERE / "controls").glob("*.py"))
_HEAD = re.compile(
    r"# (?P<row>[A-H]\d+) \| (?P<what>.+)\n# Expected: (?P<causes>[a-z_, ]+); at most (?P<points>\d+) points\n"
)


@dataclass(frozen=True)
class Attack:
    """What a file tries, and what must come of it."""

    row: str
    what: str
    causes: tuple[str, ...]
    points: int


def read_attack(path: Path) -> Attack:
    """Read the head of an attack; a file without one is a mistake in the corpus."""
    head = _HEAD.match(path.read_text(encoding="utf-8", errors="replace"))
    assert head is not None, f"{path.name} has no head"
    causes = tuple(cause.strip() for cause in head["causes"].split(","))
    return Attack(head["row"], head["what"], causes, int(head["points"]))


def one_of_each_kind() -> list[Path]:
    """Return the first attack of each group of the catalogue with each cause that it names first."""
    kinds = {}
    for path in ATTACKS:
        attack = read_attack(path)
        kinds.setdefault((attack.row[0], attack.causes[0]), path)
    return list(kinds.values())
