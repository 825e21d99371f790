"""The reference that a new assignment starts with, if its author brings none."""

from typing import Final

TEMPLATE: Final = '''\
"""The right answers of this lab. Only the judge runs this file: no submission ever sees it.

Put the functions of your lab in the place of this one. Write NumPy, plainly, and say the shapes: dimensions of one name
have one size, and sizes of different names differ when they are tried.
"""

from typing import Annotated

import numpy as np


def distances(A: Annotated[np.ndarray, "n d"], B: Annotated[np.ndarray, "m d"]):
    """Return the squared distance between each row of A (n, d) and each row of B (m, d)."""
    difference = A[:, None, :] - B[None, :, :]
    squares = difference**2
    return squares.sum(axis=-1)
'''
