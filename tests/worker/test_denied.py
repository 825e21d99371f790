"""What a lab asks to be written raises when it is called: everywhere, or inside the named functions only."""

import types

import pytest

from grader import wire
from grader.worker.denied import DeniedCallError, deny


@pytest.fixture
def library(monkeypatch):
    import sys

    inner = types.SimpleNamespace(softmax=lambda x: x)
    library = types.ModuleType("shortcuts")
    library.inner, library.fused, library.number = inner, lambda x: -x, 3
    monkeypatch.setitem(sys.modules, "shortcuts", library)
    return library


def test_a_function_denied_everywhere_raises_the_labs_sentence(library):
    deny((wire.Denied(("shortcuts.fused",), (), "write it yourself"),))
    with pytest.raises(DeniedCallError, match="write it yourself"):
        library.fused(1)


def test_a_function_denied_inside_some_functions_works_in_others(library):
    scope = deny((wire.Denied(("shortcuts.inner.softmax",), ("softmax",), "by hand"),))
    scope.function = "attention"
    assert library.inner.softmax(5) == 5
    scope.function = "softmax"
    with pytest.raises(DeniedCallError):
        library.inner.softmax(5)


@pytest.mark.parametrize("name", ["shortcuts.nothing", "shortcuts.number", "absent.module.f", "shortcuts.a.b.c"])
def test_names_that_lead_to_no_function_are_passed_over(library, name):
    deny((wire.Denied((name,), (), "no"),))
    assert library.number == 3
