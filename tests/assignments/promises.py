"""What every lab promises of its examples, asked of the one grading function."""

from contextlib import AbstractContextManager

from grader.assignment import load_assignment
from grader.judge.grading import grade
from grader.report import Status
from grader.sandbox.forkserver import ForkLauncher
from grader.submission.reading import read_submission
from tests.conftest import ROOT


def examples(lab, kind):
    """Return the example files of a lab, accepted or wrong."""
    return sorted(
        p for p in (ROOT / "assignments" / lab / "examples" / kind).iterdir() if p.suffix in (".py", ".ipynb")
    )


class Promises(AbstractContextManager):
    """A lab with a fork server to run its examples in."""

    def __init__(self, lab):
        self.folder = ROOT / "assignments" / lab
        self.lab = load_assignment(self.folder)
        self._launcher = ForkLauncher()

    def __enter__(self):
        self._launcher.__enter__()
        return self

    def __exit__(self, *error):
        self._launcher.__exit__(*error)

    def graded(self, path, seed=None):
        manifest = self.lab.manifest
        intake = manifest.submission
        source = read_submission(path, entry=intake.entry, notebook=intake.notebook, wanted=manifest.function_names)
        return grade(source, self.lab, self._launcher, seed=seed)

    def every_check_is_failed(self):
        declared = self.lab.manifest.examples.wrong
        assert {path.stem for path in examples(self.folder.name, "wrong")} == set(declared)
        assert {name for example in declared.values() for name in example.fails} == {
            c.id for c in self.lab.manifest.check
        }

    def accepts(self, path):
        report = self.graded(path)
        assert (report.score, failing(report), report.diagnoses) == (self.lab.max_score, [], ()), report.seed

    def refuses(self, path):
        report, declared = self.graded(path), self.lab.manifest.examples.wrong[path.stem]
        assert failing(report) == list(declared.fails), report.seed
        named = [{d.bug, *(other.bug for other in d.also)} for d in report.diagnoses if d.bug]
        assert [declared.bug in bugs for bugs in named] == [True] * bool(declared.bug), (named, report.seed)


def failing(report):
    return [check.id for check in report.checks if check.status is not Status.PASSED]
