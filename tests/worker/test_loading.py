"""A submission's files become functions; what goes wrong on the way comes back as data."""

import os
import sys

import pytest

from grader import wire
from grader.worker.denied import Denied
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
