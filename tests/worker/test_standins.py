"""A file that also draws can be imported where nothing can draw."""

import importlib
import sys

import pytest

from grader.worker.standins import stand_in_for


@pytest.fixture(autouse=True)
def drawing(monkeypatch):
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    monkeypatch.setattr(sys, "modules", dict(sys.modules))
    stand_in_for(("drawing", "json"))


def test_whatever_is_asked_of_a_stand_in_does_nothing():
    plot = importlib.import_module("drawing.plot")
    figure, axes = plot.subplots(2, figsize=(3, 4))
    with plot.style.context("dark"):
        axes[0].imshow([[1]]).set(title="weights")
    figure.savefig("out.png")


def test_names_can_be_imported_from_it():
    exec("from drawing.plot import imshow\nimshow(1)", {})


def test_what_is_installed_is_not_replaced():
    assert importlib.import_module("json").dumps([1]) == "[1]"


def test_other_packages_are_missing_as_before():
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("draw")


def test_it_claims_none_of_the_special_attributes():
    assert not hasattr(importlib.import_module("drawing"), "__array__")
