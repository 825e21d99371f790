"""Lines of a terminal: text at both ends, text behind a mark, small matrices side by side."""

from collections.abc import Iterable, Iterator, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from grader.render.escape import plain
from grader.report import Grid

_GAP = 4  # columns between two blocks

Block = list[Text]


def apart(left: RenderableType, right: Text, mark: Text | None = None) -> Table:
    """Put `left` and `right` at the two ends of a line, after a mark."""
    line = Table.grid(padding=(0, 1), expand=True)
    if mark is not None:
        line.add_column(width=1)
    line.add_column(ratio=1, overflow="fold")
    line.add_column(justify="right", overflow="fold")
    line.add_row(*([] if mark is None else [mark]), left, right)
    return line


def hanging(mark: Text, text: Text) -> Table:
    """Put `text` behind `mark`, its further lines under its first."""
    line = Table.grid(padding=(0, 1))
    line.add_column(no_wrap=True)
    line.add_column(overflow="fold")
    line.add_row(mark, text)
    return line


def matrix(title: str, grid: Grid, marks: Sequence[Sequence[bool]] = ()) -> Block:
    """Write a matrix under its title, its columns in line; marked entries stand out, and so do their rows."""
    cells = [[Text(" ".join(plain(entry).split())) for entry in row] for row in grid]
    widths = [max(cell.cell_len for cell in column) for column in zip(*cells, strict=False)]
    block = [Text(" ".join(plain(title).split()), style="dim")]
    for i, row in enumerate(cells):
        marked = list(marks[i]) if marks else [False] * len(row)
        for j, cell in enumerate(row):
            cell.pad_left(max(0, (widths[j] if j < len(widths) else 0) - cell.cell_len))
            cell.stylize("bold red" if marked[j] else "")
        line = Text("  ").join(row)
        block.append(line.append("  ←", style="red") if any(marked) else line)
    return block


def beside(blocks: Iterable[Block], width: int) -> Iterator[Text]:
    """Put blocks side by side, as many as `width` columns hold, and the others below them."""
    line: list[Block] = []
    for block in blocks:
        if line and _width([*line, block]) > width:
            yield from _joined(line)
            line = []
        line.append(block)
    yield from _joined(line)


def fits(blocks: Sequence[Block], width: int) -> bool:
    """Whether all blocks fit side by side."""
    return _width(blocks) <= width


def _width(blocks: Sequence[Block]) -> int:
    return sum(max(line.cell_len for line in block) + _GAP for block in blocks) - _GAP


def _joined(blocks: Sequence[Block]) -> Iterator[Text]:
    for i in range(max((len(block) for block in blocks), default=0)):
        whole = Text()
        for block in blocks:
            line = block[i].copy() if i < len(block) else Text()
            line.pad_right(max(cell.cell_len for cell in block) - line.cell_len + _GAP)
            whole.append_text(line)
        whole.rstrip()
        yield whole
