"""The shipped labs and their examples, and how one of them is graded."""

from grader.assignment import load_assignment
from grader.judge.grading import grade
from grader.report import Status
from grader.submission.reading import read_submission
from tests.conftest import ROOT

FOLDERS = sorted(path.parent for path in ROOT.glob("assignments/*/assignment.toml"))
LABS = {folder.name: load_assignment(folder) for folder in FOLDERS}


def examples(kind, *folders):
    """The examples of a kind, of all labs or of some."""
    return [path for folder in folders or FOLDERS for path in sorted((folder / "examples" / kind).glob("*.py"))]


def lab_of(path):
    """The lab that an example belongs to."""
    return LABS[path.parents[2].name]


def named(path):
    """What a test is called: the lab and the example."""
    return f"{path.parents[2].name}/{path.stem}"


def graded(path, lab, launcher, seed=None):
    intake = lab.manifest.submission
    return grade(read_submission(path, entry=intake.entry, notebook=intake.notebook), lab, launcher, seed=seed)


def failing(report):
    return [check.id for check in report.checks if check.status is not Status.PASSED]


def best(lab):
    """The points of a submission that passes everything."""
    return sum(item.points for item in lab.manifest.check)
