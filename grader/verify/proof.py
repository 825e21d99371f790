"""A proof, as data: the matrix of examples and checks, margins, survivors, and whatever is not as promised."""

from grader.report import AssignmentInfo, Frozen
from grader.verify.promise import Kind


class Cell(Frozen):
    """One check of one example: how many runs did not pass it, and whether that was promised."""

    failed: int
    promised: bool

    def kept(self, runs: int) -> bool:
        """Whether all runs were as promised."""
        return self.failed == (runs if self.promised else 0)


class Row(Frozen):
    """One line of the matrix; a cell for each check. `named` is what most runs named, the promised bug if it can be."""

    name: str
    kind: Kind
    runs: int
    cells: tuple[Cell, ...]
    bug: str
    named: str


class Nearest(Frozen):
    """How near to the tolerance an example comes, in tolerances, and which one it is."""

    name: str
    margin: float


class Column(Frozen):
    """A check: its points, how many wrong examples it refuses, and the nearest example on either side."""

    id: str
    title: str
    points: float
    refuses: int
    accepted: Nearest | None
    wrong: Nearest | None


class Survivor(Frozen):
    """A mutant that gets full marks in so many of the runs; with a reason if the author declared it."""

    id: str
    survived: int
    reason: str = ""


class Proof(Frozen):
    """Everything that one verification has to say. Without problems the rubric is proven."""

    assignment: AssignmentInfo
    title: str
    max_score: float
    seeds: int
    threads: tuple[int, ...]
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    mutants: int
    right_mutants: int
    survivors: tuple[Survivor, ...]
    problems: tuple[str, ...]

    @property
    def proven(self) -> bool:
        """Whether the rubric does what is promised of it."""
        return not self.problems
