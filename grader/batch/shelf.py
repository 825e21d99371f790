"""Where the files of an entry lie in a batch's folder."""

from pathlib import Path
from typing import NamedTuple

from grader.delivery import write_whole
from grader.render.formats import render
from grader.render.seen import seen_by_student
from grader.report import Report


class Shelf(NamedTuple):
    """The folder of a batch, and whether it holds pages."""

    folder: Path
    pages: bool

    def make(self) -> None:
        """Make the folders, and clear away what somebody who was killed had begun to write."""
        for folder in self._folders():
            folder.mkdir(exist_ok=True)
            for draft in folder.glob(".*.draft"):
                draft.unlink()

    def files(self, key: str) -> list[Path]:
        """Return the files of an entry that was tried."""
        report = self.folder / "reports" / f"{key}.json"
        return [report, self.folder / "feedback" / f"{key}.html"] if self.pages else [report]

    def write(self, key: str, report: Report) -> None:
        """Write the report, and the page as it is given back; raise `OSError` if they cannot be written whole."""
        for path in self.files(key):
            page = path.suffix == ".html"
            write_whole(
                path, render(seen_by_student(report, due_is_over=True), "html") if page else render(report, "json")
            )

    def read(self, key: str) -> Report:
        """Return the report of an entry."""
        return Report.model_validate_json(self.files(key)[0].read_bytes())

    def _folders(self) -> list[Path]:
        names = ("reports", "feedback") if self.pages else ("reports",)
        return [self.folder, *(self.folder / name for name in names)]
