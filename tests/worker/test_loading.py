"""A submission's files become functions; what goes wrong on the way comes back as data."""

import os
import sys
import types

import pytest

from grader import wire
from grader.worker.denied import Denied, DeniedCallError
from grader.worker.loading import load

WANTED = (wire.Wanted(("softmax", "soft_max"), (("scores",),)), wire.Wanted(("attention",), (("Q",),)))


@pytest.fixture
def scratch(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(sys, "modules", dict(sys.modules))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    return tmp_path


def loaded(source, module="attention", **helpers):
    files = (("attention.py", source.encode()), *((f"{n}.py", t.encode()) for n, t in helpers.items()))
    places = {path: name for name, _ in files for path in (name, os.path.join(os.getcwd(), name))}
    return load(wire.Load(module, "attention.py", files, WANTED), places, Denied(()))


def test_functions_are_found_by_name_and_alias(scratch):
    reply, functions = loaded("import numpy\ndef soft_max(s): return s\nattention = lambda: 1\nx = 3")
    assert reply.found == ("soft_max", "attention")
    assert functions["softmax"].call(7) == 7
    assert "numpy" in reply.imports
    assert reply.defined == ("attention", "soft_max")


def test_where_no_arguments_are_asked_a_value_is_a_function_that_returns_it(scratch):
    files = (("answers.py", b"shape = (5, 5)\nnothing = None\ndef total(): return 3"),)
    wanted = tuple(wire.Wanted((name,), ()) for name in ("shape", "nothing", "total", "absent"))
    reply, functions = load(wire.Load("answers", "answers.py", files, wanted), {}, Denied(()))
    assert reply.found == ("shape", "nothing", "total", "")
    assert [functions[name].call() for name in ("shape", "nothing", "total")] == [(5, 5), None, 3]


def test_what_is_not_there_or_no_function_is_not_found(scratch):
    reply, functions = loaded("attention = 3")
    assert reply.found == ("", "")
    assert functions == {}


def test_helper_modules_are_importable_and_their_imports_count(scratch):
    reply, _functions = loaded("from steps import softmax", steps="import torch\ndef softmax(s): return s")
    assert reply.found[0] == "softmax"
    assert reply.imports == ("steps", "torch")


def test_a_helper_named_like_a_library_does_not_replace_it(scratch):
    reply, _ = loaded("import numpy\nassert numpy.zeros(1).shape == (1,)", numpy="raise SystemExit")
    assert isinstance(reply, wire.Loaded)


def test_code_under_main_does_not_run(scratch):
    reply, _ = loaded("if __name__ == '__main__':\n    raise SystemExit(1)")
    assert isinstance(reply, wire.Loaded)


def test_a_submission_named_like_a_library_is_a_module_of_another_name(scratch):
    _reply, functions = loaded("def attention(): return __name__", module="torch")
    assert functions["attention"].call() == "submission"


@pytest.mark.parametrize(
    ("source", "fault", "error", "line"),
    [
        ("x = 1\nraise ValueError('no')", wire.Fault.EXCEPTION, "ValueError", 2),
        ("x = 1\n\ndef f(:\n  pass", wire.Fault.EXCEPTION, "SyntaxError", 3),
        ("def f():\n\treturn 1\n        return 2", wire.Fault.EXCEPTION, "TabError", 3),
        ("import sys\nsys.exit(0)", wire.Fault.EXIT, "SystemExit", 2),
        ("import no_such_library", wire.Fault.EXCEPTION, "ModuleNotFoundError", 1),
        ("from reference.attention import softmax_of_tomorrow", wire.Fault.EXCEPTION, "ImportError", 1),
    ],
)
def test_a_file_that_cannot_be_imported_says_why_and_where(scratch, source, fault, error, line):
    reply, functions = loaded(source)
    assert (reply.fault, reply.error, reply.line) == (fault, error, line)
    assert reply.file == "attention.py"
    assert functions == {}


def test_an_error_in_a_helper_names_the_helpers_line(scratch):
    reply, _ = loaded("import steps", steps="x = 1\ny = x / 0")
    assert (reply.file, reply.line, reply.code) == ("steps.py", 2, "y = x / 0")


def test_a_broken_file_that_nobody_imports_does_no_harm(scratch):
    reply, _ = loaded("import numpy", old_try="print 'python 2'")
    assert reply.imports == ("numpy",)


def in_folders(files, denied=Denied(())):  # noqa: B008  # it denies nothing
    files = tuple((name, text.encode()) for name, text in files.items())
    places = {path: name for name, _ in files for path in (name, os.path.join(os.getcwd(), name))}
    return load(wire.Load("attention", "attention.py", files, WANTED), places, denied)


@pytest.mark.parametrize(
    ("line", "module"),
    [
        ("from .ops import softmax", "ops.py"), ("from . import ops; softmax = ops.softmax", "ops.py"),
        ("from .parts.ops import softmax", "parts/ops.py"), ("from parts.ops import softmax", "parts/ops.py"),
        ("from parts import softmax", "parts/__init__.py"), ("from .parts import softmax", "parts/__init__.py"),
    ],
)  # fmt: skip
def test_modules_beside_and_below_are_found_as_in_a_package_and_otherwise(scratch, line, module):
    reply, functions = in_folders({"attention.py": line, module: "def softmax(s): return s"})
    assert reply.found[0] == "softmax"
    assert functions["softmax"].call(7) == 7


def test_a_module_that_asks_for_the_entry_by_its_package_gets_the_one_that_is_loaded(scratch):
    files = {
        "attention.py": "LOADS = [1]\nfrom .ops import softmax",
        "ops.py": "from .attention import LOADS\ndef softmax(): return LOADS",
    }
    reply, functions = in_folders(files)
    assert reply.found[0] == "softmax"
    assert functions["softmax"].call() is sys.modules["attention"].LOADS


def test_an_error_in_a_module_of_the_package_names_its_line(scratch):
    reply, _ = in_folders({"attention.py": "from .parts.ops import x", "parts/ops.py": "x = 1\ny = x / 0"})
    assert (reply.file, reply.line, reply.code) == ("parts/ops.py", 2, "y = x / 0")


def test_a_module_that_is_not_beside_the_entry_is_missing_by_its_name(scratch):
    reply, _ = in_folders({"attention.py": "from .ops import x"})
    assert (reply.error, reply.line) == ("ModuleNotFoundError", 1)
    assert "ops" in reply.message


@pytest.mark.parametrize(
    ("line", "module"),
    [
        ("from ops import softmax", "ops.py"), ("from parts.ops import softmax", "parts/ops.py"),
        ("from parts import softmax", "parts/__init__.py"), ("from .ops import softmax", "ops.py"),
        ("from .parts.ops import softmax", "parts/ops.py"), ("from .parts import softmax", "parts/__init__.py"),
    ],
)  # fmt: skip
def test_what_the_lab_denies_is_denied_in_every_module_of_the_submission(scratch, monkeypatch, line, module):
    library = types.ModuleType("shortcuts")
    library.fused = lambda x: -x
    monkeypatch.setitem(sys.modules, "shortcuts", library)
    denied = Denied((wire.Denied(("shortcuts.fused",), (), "write it yourself"),))
    helper = "from shortcuts import fused as own\ndef softmax(s): return own(s)"
    _, functions = in_folders({"attention.py": line, module: helper}, denied)
    assert functions["softmax"].call(1) == -1
    with denied.during("softmax"), pytest.raises(DeniedCallError):
        functions["softmax"].call(1)
