"""All kinds of question, as the manifest's `kind` chooses among them."""

from collections.abc import Sequence
from typing import Annotated, Any, Union, get_args

from pydantic import Field

from grader.checks.answer import Answered
from grader.checks.hidden import Hidden
from grader.checks.influence import Influence
from grader.checks.invariance import Invariance
from grader.checks.item import Item
from grader.checks.match import Match
from grader.checks.moments import Moments
from grader.checks.no_leak import NoLeak
from grader.checks.overflow import Overflow
from grader.checks.projections import Projections
from grader.checks.purity import Purity
from grader.checks.row_sums import RowSums
from grader.checks.shapes import Shapes
from grader.checks.softmax_axis import SoftmaxAxis
from grader.checks.sqrt_dk import SqrtDk
from grader.checks.worked_example import WorkedExample

AnyItem = Annotated[
    Shapes
    | WorkedExample
    | RowSums
    | SoftmaxAxis
    | Overflow
    | SqrtDk
    | Match
    | Projections
    | Purity
    | Influence
    | Invariance
    | Moments
    | Answered
    | Hidden
    | NoLeak,
    Field(discriminator="kind"),
]


def any_item_or(own: Sequence[type[Item]]) -> Any:  # noqa: ANN401  # a type, made here
    """Return the type of an item of any kind above or of the kinds `own`, told apart by their `kind`."""
    known, _ = get_args(AnyItem)
    return Annotated[Union[(*get_args(known), *own)], Field(discriminator="kind")]
