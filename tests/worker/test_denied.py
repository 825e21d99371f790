"""What a lab asks to be written raises while it is called: everywhere, or inside the named functions only."""

import sys
import threading
import types

import pytest
import torch

from grader import wire
from grader.worker.denied import Denied, DeniedCallError


@pytest.fixture
def library(monkeypatch):
    library = types.ModuleType("shortcuts")
    library.inner = types.SimpleNamespace(softmax=lambda x: x)
    library.fused, library.number = lambda x: -x, 3
    monkeypatch.setitem(sys.modules, "shortcuts", library)
    return library


def rule(name, *inside):
    return wire.Denied((name,), inside, "write it yourself")


def test_a_function_denied_everywhere_raises_the_labs_sentence(library):
    with Denied((rule("shortcuts.fused"),)).during("attention"), pytest.raises(DeniedCallError, match="write it"):
        library.fused(1)


def test_outside_of_calls_everything_is_as_it_was(library):
    original = library.fused
    denied = Denied((rule("shortcuts.fused"),))
    assert library.fused is original
    with pytest.raises(ZeroDivisionError), denied.during("attention"):
        raise ZeroDivisionError
    assert library.fused is original


def test_a_function_denied_inside_some_functions_works_in_others(library):
    denied = Denied((rule("shortcuts.inner.softmax", "softmax"),))
    with denied.during("attention"):
        assert library.inner.softmax(5) == 5
    with denied.during("softmax"), pytest.raises(DeniedCallError):
        library.inner.softmax(5)


def test_a_name_imported_from_the_library_counts_too(library):
    namespace = {"sm": library.inner.softmax, "other": len}
    denied = Denied((rule("shortcuts.inner.softmax", "softmax"),))
    denied.watch(namespace)
    with denied.during("softmax"), pytest.raises(DeniedCallError):
        namespace["sm"](5)
    assert namespace["sm"](5) == 5
    assert namespace["other"] is len


@pytest.mark.parametrize("name", ["shortcuts.nothing", "shortcuts.number", "absent.module.f", "shortcuts.a.b.c"])
def test_names_that_lead_to_no_function_are_passed_over(library, name):
    with Denied((rule(name),)).during("attention"):
        assert library.number == 3


def test_a_method_of_tensor_is_refused_inside_the_named_functions_only():
    original = torch.Tensor.softmax
    rows = torch.eye(2)
    denied = Denied((rule("torch.Tensor.softmax", "softmax"),))
    try:
        with denied.during("softmax"), pytest.raises(DeniedCallError):
            rows.softmax(-1)
        with denied.during("attention"):
            assert rows.softmax(-1).sum() == 2
        assert rows.softmax(-1).sum() == 2
    finally:
        torch.Tensor.softmax = original


def test_a_method_of_tensor_is_refused_in_other_threads_too():
    original, seen = torch.Tensor.softmax, []

    def elsewhere():
        with pytest.raises(DeniedCallError):
            torch.eye(2).softmax(-1)
        seen.append("refused")

    denied = Denied((rule("torch.Tensor.softmax", "softmax"),))
    try:
        with denied.during("softmax"):
            thread = threading.Thread(target=elsewhere)
            thread.start()
            thread.join()
    finally:
        torch.Tensor.softmax = original
    assert seen == ["refused"]


def test_each_namespace_that_has_the_function_is_watched_once(library):
    denied = Denied((rule("shortcuts.fused"),))
    spaces = [{"own": library.fused} for _ in range(16)]
    for space in spaces:
        denied.watch(space)
    assert len(denied._places) == 17
    with denied.during("attention"):
        for space in spaces:
            with pytest.raises(DeniedCallError):
                space["own"](1)
