"""A notebook's export is read as the notebook is: without the kernel that it asks."""

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.submission.exported import is_notebook, without_kernel
from tests.submission.uploads import notebook, patient

MAGIC = "get_ipython().run_line_magic('matplotlib', 'inline')"


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        (MAGIC, "None"),
        ("get_ipython().system('pip install torch')", "None"),
        ("files = get_ipython().getoutput('ls')", "files = None"),
        ("if 1:\n    get_ipython().magic('cd x')", "if 1:\n    None"),
        ("def f():\n    'é'; get_ipython().x(); return 1", "def f():\n    'é'; None; return 1"),
        ("get_ipython().run_cell_magic('bash', '', 'x = 1\\n')", "None"),
        ("get_ipython().run_cell_magic('time', '', 'x = 1\\n')", "exec('x = 1\\n')"),
        ("get_ipython().x(get_ipython().y()); get_ipython().z()", "None; None"),
        ("get_ipython().x(\n  1,\n)\ny = 2", "None\n\n\ny = 2"),
        ("x = (get_ipython().x('''\n'''),\n  2)", "x = (None,\n\n  2)"),
    ],
)
def test_a_call_of_the_kernel_is_none_and_every_other_line_stays(line, instead):
    assert without_kernel(f"x = 1\n{line}\nz = 3\n") == f"x = 1\n{instead}\nz = 3\n"


@pytest.mark.parametrize(
    "text",
    [
        "x = 1", f"# {MAGIC}", f"s = '''\n{MAGIC}\n'''", "get_ipython", "if 'colab' in str(get_ipython()): x = 1",
        "other().run_line_magic('x')", f"{MAGIC}\ndef f(:", f"{MAGIC}\n" + "(" * 1000, 'f"{get_ipython().x()}"',
        "shell.get_ipython().run('x')", f"{MAGIC}\nx = " + "-" * 100_000 + "1",
        f"{MAGIC};" * 80_000,
    ],
)  # fmt: skip
def test_what_asks_no_kernel_or_cannot_be_parsed_stays_as_it_is(text):
    assert without_kernel(text) == text


@patient
@given(st.lists(st.sampled_from([MAGIC, "x = 1", "'''", "if x:", "    y = 2", "x = [", "]", "\x0c", "é", "\\"])))
def test_whatever_is_changed_can_be_parsed_and_has_as_many_lines(lines):
    text = "\n".join(lines)
    changed = without_kernel(text)
    assert changed.count("\n") == text.count("\n")
    if changed != text:
        ast.parse(changed)


@pytest.mark.parametrize("text", [notebook("x = 1"), "\n " + notebook(), '{"nbformat": 3}'])
def test_a_notebooks_json_is_known(text):
    assert is_notebook(text)


@pytest.mark.parametrize(
    "text",
    [
        "x = 1",
        "{}",
        '{"a": 1}',
        '{"nbformat"',
        '{"a": "nbformat"}',
        '{"nbformat"}',
        '{"nbformat": x}',
        "",
        '{"nbformat":' * 9**5,
    ],
)
def test_other_texts_are_no_notebook(text):
    assert not is_notebook(text)
