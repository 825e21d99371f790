"""IPython's own syntax (`%matplotlib inline`, `!pip install`, `softmax?`) to Python, by IPython's own transformer."""

import re
from typing import Any, Final

#: Characters that are tokenised for one notebook: the transformer reads a cell again after each magic that it finds.
_MOST_WORK: Final = 300_000
_KERNEL: Final = "get_ipython()."


class Magics:
    """Reads the magics of one notebook."""

    def __init__(self) -> None:
        self._left = _MOST_WORK

    def to_python(self, source: str) -> str:
        """Return a cell with None where a magic or a shell command was, and every other line where it stood.

        Raises `ValueError` if the notebook holds more magics than anyone writes.
        """
        from IPython.core.inputtransformer2 import TransformerManager

        manager: Any = TransformerManager()
        blank = re.match(r"(?:[^\S\n]*\n)*", source)
        above = blank[0].count("\n") if blank else 0  # the transformer takes them away
        lines = f"{source}\n".splitlines(keepends=True)
        for transform in (*manager.cleanup_transforms, *manager.line_transforms):
            lines = transform(lines)
        while True:
            self._left -= sum(map(len, lines)) + 1
            if self._left < 0:
                raise ValueError("too many magics")
            changed, after = manager.do_one_token_transform(lines)
            if not changed:
                return "\n" * above + "".join(lines)
            lines = _in_place(lines, after)


def _in_place(before: list[str], after: list[str]) -> list[str]:
    """Take the call of the kernel out of the one line that changed, and put back the lines that were folded into it."""
    at = next((at for at, (old, new) in enumerate(zip(before, after, strict=False)) if old != new), len(after) - 1)
    head, kernel, _ = after[at].partition(_KERNEL)
    line = f"{head}None\n" if kernel else after[at]
    return [*after[:at], line, *["\n"] * (len(before) - len(after)), *after[at + 1 :]]
