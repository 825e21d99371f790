"""All kinds of question, as the manifest's `kind` chooses among them."""

from typing import Annotated

from pydantic import Field

from grader.checks.hidden import Hidden
from grader.checks.match import Match
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
    Shapes | WorkedExample | RowSums | SoftmaxAxis | Overflow | SqrtDk | Match | Projections | Purity | Hidden | NoLeak,
    Field(discriminator="kind"),
]
