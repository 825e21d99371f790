"""Definitions are kept, with whatever they use; the rest of a notebook is not."""

import pytest

from grader.submission.cells import split_cell
from grader.submission.keeping import definitions, is_idle
from grader.submission.magics import Magics


def statements(source):
    return split_cell(1, source, Magics(), [])


def kept(source):
    return [statement.lines[0] for statement in definitions(statements(source), ())]


@pytest.mark.parametrize(
    "root",
    [
        "def f(): pass",
        "async def f(): pass",
        "class A: pass",
        "f = lambda x: x",
        "from math import *",
        "from __future__ import annotations",
        "if True:\n    def f(): pass",
        "try:\n    def f(): pass\nexcept ValueError: pass",
    ],
)
def test_a_definition_is_kept(root):
    assert kept(root) == [root.split("\n")[0]]


@pytest.mark.parametrize(
    "demo",
    [
        "print(f(1))", "x = input()", "N = int(input())", "A = f(1)", "x[0] = input()", "x = 1", "x = y", "import matplotlib",
        "'''remark'''", "for i in range(3): print(i)", "assert f(1)", "with open('x') as file: pass", "if True: print(1)",
    ],
)  # fmt: skip
def test_a_demo_is_left_out(demo):
    assert kept(f"{demo}\ndef f(x): return x") == ["def f(x): return x"]


@pytest.mark.parametrize(
    "source",
    [
        "D_K = 64\ndef f(x): return x / D_K",
        "import math\ndef f(x): return math.sqrt(x)",
        "import torch.nn.functional as F\ndef f(x): return F.relu(x)",
        "a = 1\nb = a\nc = b + 1\ndef f(x): return c",
        "c = {}\nc['d'] = 1\ndef f(x): return c['d']",
        "c = 1\nc += 1\ndef f(x): return c",
        "if x:\n    device = 'cuda'\nelse:\n    device = 'cpu'\ndef f(x): return x.to(device)",
        "try:\n    import torch\nexcept ImportError:\n    print('no')\ndef f(x): return torch",
        "table = []\nfor i in range(3): table[i:] = [i]\ndef f(x): return table",
        "size = input()\ndef f(x): return size",
        "size = 3\ndef f(x=size): return x",
        "scale = 3\ndef g(): return scale\ndef f(): return g()",
        "def f(): return late\nlate = 3",
        "def g(): pass\nf = g\nh = f",
        "from parts import g\nf = g",
    ],
)  # fmt: skip
def test_what_a_definition_uses_is_kept_and_what_this_uses_too(source):
    firsts = [line for line in source.split("\n") if not line.startswith((" ", "else", "except"))]
    assert kept(source) == firsts


def test_a_demo_called_like_a_variable_of_a_function_is_left_out():
    assert kept("Q = load()\nout = f(Q)\ndef f(Q):\n    out = Q\n    return out") == ["def f(Q):"]


def test_a_global_that_is_deleted_at_the_end_stays():
    assert kept("x = 1\ndef f(): return x\ndel x") == ["x = 1", "def f(): return x"]


def test_another_name_for_a_demo_is_left_out():
    assert kept("def f(): pass\nx = f()\ny = x") == ["def f(): pass"]


def test_a_long_chain_of_globals_is_followed_to_its_end():
    chain = "\n".join(f"x{n} = g(x{n + 1})" for n in range(3000))
    assert len(kept(f"def f(): return x0\n{chain}\nx3000 = 1")) == 3002


@pytest.mark.parametrize(
    ("line", "idle"),
    [
        ("%cd x", True),
        ("'remark'", True),
        ("global x", True),
        ("get_ipython().run_line_magic('cd', 'x')", True),
        ("shell = get_ipython()", True),
        ("if 'google.colab' in str(get_ipython()): x = 1", False),
        ("def f(): return get_ipython()", False),
        ("print(1)", False),
    ],
)
def test_what_does_nothing_without_a_kernel_is_idle(line, idle):
    assert [is_idle(statement) for statement in statements(line)] == [idle]
