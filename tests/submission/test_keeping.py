"""Definitions are kept, with whatever they use; the rest of a notebook is not."""

import pytest

from grader.submission.cells import split_cell
from grader.submission.keeping import definitions, is_idle
from grader.submission.magics import Magics


def statements(source):
    return split_cell(1, source, Magics(), [])


def kept(source, *wanted):
    return [statement.lines[0] for statement in definitions(statements(source), wanted)]


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
    assert kept(source, "f", "h") == firsts


def test_a_demo_called_like_a_variable_of_a_function_is_left_out():
    assert kept("Q = load()\nout = f(Q)\ndef f(Q):\n    out = Q\n    return out") == ["def f(Q):"]


def test_a_global_that_is_deleted_at_the_end_stays():
    assert kept("x = 1\ndef f(): return x\ndel x") == ["x = 1", "def f(): return x"]


def test_another_name_for_a_demo_is_left_out():
    assert kept("def f(): pass\nx = f()\ny = x") == ["def f(): pass"]


def test_a_long_chain_of_globals_is_followed_to_its_end():
    chain = "\n".join(f"x{n} = g(x{n + 1})" for n in range(3000))
    assert len(kept(f"def f(): return x0\n{chain}\nx3000 = 1", "f")) == 3002


_NEEDS = [
    "import pandas as a", "from ipywidgets import a", "from .plots import a", "import math, pandas as a",
    "a = np.load('x.npy')", "a = int(input())", "a = [int(x) for x in open('x')]", "import sys; a = sys.argv[1]",
    "b = input(); a = b", "a = 1; a = input()", "a = []; a.append(input())", "while True: a = 1",
    "with open('x') as a: pass", "if input(): a = 1", "try:\n    import pandas as a\nfinally: pass", "assert 0, (a := 1)",
]  # fmt: skip
_DEMOS = [
    "def demo(): return a", "def demo(x):\n    def inner(): return a", "@a\ndef demo(): pass",
    "@a(x=3)\ndef demo(): pass", "def demo(x=a): pass", "class Demo(a): pass", "class Demo:\n    x = a",
    "class Demo:\n    def show(self): return a", "demo = lambda: a", "def first(): return a\ndef demo(): return first()",
    "if 1:\n    def demo(): return a", "async def demo(): return a",
]  # fmt: skip


@pytest.mark.parametrize("needs", _NEEDS)
@pytest.mark.parametrize("demo", _DEMOS)
def test_a_definition_that_nobody_asked_for_brings_nothing_that_may_fail(needs, demo):
    source = f"def f(): return 1\n{needs}\n{demo}"
    assert kept(source, "f") == ["def f(): return 1"]


@pytest.mark.parametrize("needs", _NEEDS)
def test_what_the_function_asked_for_needs_is_kept_whatever_it_is(needs):
    source = f"def f(): return a\n{needs}"
    assert len(kept(source, "f")) == len(statements(source))


@pytest.mark.parametrize(
    "demo",
    [
        "def demo(path=open('x')): pass", "class Demo:\n    x = open('x')", "demo = lambda x=input(): x",
        "for i in range(10): \n    def demo(): pass", "with open('x'):\n    def demo(): pass",
        "if __name__ == '__main__':\n    def demo(): pass\n    input()", "class Demo:\n    import pandas",
    ],
)  # fmt: skip
def test_a_definition_that_nobody_asked_for_and_that_may_fail_is_left_out(demo):
    assert kept(f"{demo}\ndef f(): pass", "f") == ["def f(): pass"]
    assert kept(f"{demo}\ndef f(): pass", "f", "demo", "Demo") != ["def f(): pass"]


@pytest.mark.parametrize(
    "source",
    [
        "import math\ndef helper(): return math.pi\ndef f(): return 1",
        "import torch.nn as nn\nclass Helper(nn.Module):\n    def forward(self, x): return open(x)\ndef f(): pass",
        "table = {}\ndef register(name): return table.setdefault\n@register('g')\ndef g(): return 1\ndef f(): return table",
        "import functools\n@functools.singledispatch\ndef f(x): pass\na = open('x')\n@f.register(int)\ndef _(x): return a",
        "a = open('x')\ndef helper(): return a\ndef f(): return globals()['helper']()",
        "a = open('x')\ndef helper(): return a\ndef name(): return 'helper'\ndef f(): return eval(name())()",
        "import sys\na = open('x')\ndef helper(): return a\ndef f(): return getattr(sys.modules[__name__], 'helper')()",
    ],
)
def test_a_function_that_is_found_otherwise_than_by_its_name_is_kept(source):
    firsts = [line for line in source.split("\n") if not line.startswith(" ")]
    decorated = {line for at, line in enumerate(firsts) if at and firsts[at - 1].startswith("@")}
    assert kept(source, "f") == [line for line in firsts if line not in decorated]


def test_many_definitions_that_lead_to_one_demo_take_no_time_each():
    chain = "\n".join(f"def g{n}(): return g{n + 1}" for n in range(3000))
    assert kept(f"{chain}\ng3000 = input()\ndef f(): pass", "f") == ["def f(): pass"]


def test_an_expression_deeper_than_python_calls_is_looked_at():
    assert len(kept(f"def demo(x={'-' * 1500}1): pass\ndef f(): pass", "f")) == 2


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
