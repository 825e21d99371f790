"""A diagnosis in lines of text: what happens, where, on which smallest numbers, and what to ask oneself."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from grader.render.escape import plain
from grader.render.lines import beside, fits, hanging, matrix
from grader.render.matrices import alike, shape, wrong
from grader.render.words import NO_BUG, REPAIRS, alternatives, called, decides
from grader.report import Diagnosis, Example, Place

_INDENT = 2


def told(found: Diagnosis, width: int) -> Iterator[RenderableType]:
    """Tell a diagnosis in lines of at most `width` columns; its title is told by whoever asks."""
    if found.bug is None:
        yield Text(NO_BUG, style="dim")
    for line in alternatives(found):
        yield Text(plain(line))
    yield Text(plain(found.explanation))
    if found.place is not None:
        yield from _place(found.place)
    if found.example is not None:
        yield Text(plain(f"A smallest example: {called(found.function, found.example)}"))
        yield from (_under(line) for line in numbers(found.example, width - _INDENT))
        if found.example.message:
            yield _under(Text(plain(found.example.message)))
    if found.hint:
        yield hanging(Text("→", style="cyan"), Text(plain(found.hint)))
    if found.lesson:
        yield Text(plain(f"Read again: {found.lesson}"), style="dim")


def _place(place: Place) -> Iterator[RenderableType]:
    yield Text(plain(f"{decides(place)}:"))
    yield _under(Text(plain(place.code.strip()), style="bold"))
    if place.change:
        yield Text(f"{REPAIRS}:")
        yield _under(Text(plain(place.change.strip()), style="bold"))


def numbers(example: Example, width: int) -> Iterator[Text]:
    """Write the inputs, what came and what was wanted side by side, as far as `width` columns hold them."""
    inputs = [matrix(name, grid) for name, grid in example.inputs.items()]
    values = []
    other = bool(example.got) and not alike(example.got, example.want)
    if example.got:
        came = f"your {example.value}" + (f" {shape(example.got)}" if other else "")
        values.append(matrix(came, example.got, wrong(example.got, example.want)))
    asked = f"wanted {example.value}" + (f" {shape(example.want)}" if other else "")
    values.append(matrix(asked, example.want))
    rows = [inputs + values] if fits(inputs + values, width) else [inputs, values]
    for blocks in rows:
        yield from beside(blocks, width)


def _under(line: Text) -> Padding:
    return Padding(line, (0, 0, 0, _INDENT))
