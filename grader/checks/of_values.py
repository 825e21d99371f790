"""A question about returned values, each named with its function."""

from pydantic import Field

from grader.checks.case import Answer, Failure
from grader.checks.item import Item, Ref, ValueRef


class OfValues(Item):
    """Each value of `of` is asked for and judged."""

    of: tuple[ValueRef, ...] = Field(min_length=1)

    def functions(self) -> tuple[str, ...]:
        """See `Item.functions`."""
        return tuple(ref.function for ref in self.of)

    def refs(self) -> tuple[Ref, ...]:
        """See `Item.refs`."""
        return self.of

    def unusable(self, answer: Answer) -> Failure | None:
        """See `Item.unusable`. What else a function returns is not looked at."""
        names = [ref.value for ref in self.of if ref.function == answer.case.function]
        return answer.unusable(names, finite=True)
