"""A notebook becomes a module without running: what is kept, what is said, and where each line came from."""

import json
import traceback
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.errors import RejectedError
from grader.submission.notebook import MOST_CODE, convert_notebook
from grader.submission.source import Source
from tests.submission.uploads import code, messages, notebook, patient, prose

MODES = ["defs", "all"]
both = pytest.mark.parametrize("mode", MODES)


def convert(*cells, mode="defs"):
    return convert_notebook("lab.ipynb", notebook(*cells), mode, ("f",))


def run(converted):
    """What the module defines."""
    space: dict[str, object] = {}
    exec(compile(converted.text, "lab.py", "exec"), space)
    return space


def raised_at(converted, function):
    """Where a call fails, as the traceback and `Source.locate` say it."""
    source = Source("lab.ipynb", "", "lab.py", {}, cells=converted.cells)
    space = run(converted)
    with pytest.raises(ZeroDivisionError) as error:
        space[function]()
    return source.locate("lab.py", traceback.extract_tb(error.value.__traceback__)[-1].lineno)


@both
def test_functions_are_defined_and_prose_is_not_read(mode):
    space = run(convert(prose("# Lab ("), "import math", "def f(x):\n    return math.sqrt(x)", mode=mode))
    assert space["f"](9) == 3


def test_the_mode_defs_leaves_demos_out_and_the_mode_all_keeps_them():
    cells = ("def f(): return 1", "shown = f()")
    assert "shown" not in run(convert(*cells, mode="defs"))
    assert run(convert(*cells, mode="all"))["shown"] == 1


@both
def test_magics_shell_commands_and_help_leave_the_function_around_them(mode):
    cell = "!pip install \\\n  torch\n%matplotlib inline\ndef f():\n    %time x = 1\n    return 2\nf?\nfiles = !ls"
    assert run(convert(cell, mode=mode))["f"]() == 2


@both
def test_a_string_with_a_line_that_looks_like_a_magic_survives(mode):
    assert run(convert("%cd x\ndef f():\n    return '''\n%a\n!b\n'''", mode=mode))["f"]() == "\n%a\n!b\n"


@both
def test_a_cell_with_a_syntax_error_is_left_out_and_the_others_go_on(mode):
    converted = convert("def broken(:", "def f(): return 1", mode=mode)
    assert run(converted)["f"]() == 1
    assert "Cell 1 has a syntax error" in messages(converted.notices)


@both
def test_a_file_asked_for_that_cells_write_is_code_with_their_lines(mode):
    cells = ("%%writefile attention.py\nimport math\n", "%%writefile -a attention.py\n\ndef f(): return 1 / 0")
    converted = convert_notebook("lab.ipynb", notebook(*cells), mode, ("f",), "attention.ipynb")
    assert raised_at(converted, "f") == "cell 2, line 3"


@both
def test_a_file_that_is_not_asked_for_is_no_code_of_the_notebook(mode):
    cells = ("def f(): return 1", "%%writefile naive.py\ndef f(): return 2")
    converted = convert_notebook("lab.ipynb", notebook(*cells), mode, ("f",), "attention.py")
    assert run(converted)["f"]() == 1
    assert converted.written == {"naive.py": "def f(): return 2\n"}


def test_a_cell_in_bash_is_left_out_with_a_notice():
    converted = convert("%%bash\nrm -rf /", "def f(): return 1", mode="all")
    assert "rm" not in converted.text
    assert "Cell 1 is a %%bash cell" in messages(converted.notices)


@pytest.mark.parametrize(("tag", "defined"), [("grade-ignore", False), ("important", True)])
def test_a_cell_tagged_grade_ignore_is_not_read(tag, defined):
    assert ("f" in run(convert(code("def f(): pass", tag)))) is defined


@both
def test_the_last_definition_counts_and_is_reported(mode):
    converted = convert("def f(): return 1", prose(""), "def f(): return 2", mode=mode)
    assert run(converted)["f"]() == 2
    assert "f is defined in cell 1 and again in cell 3" in messages(converted.notices)


def test_one_definition_is_not_reported():
    assert convert("def f(): return 1", "class A: pass").notices == ()


@both
def test_from_future_comes_first_wherever_it_stood(mode):
    converted = convert(
        "'''Lab'''\nimport math", "import re; from __future__ import annotations", "def f(x: no): pass", mode=mode
    )
    assert run(converted)["f"].__annotations__ == {"x": "no"}


@both
def test_a_notebook_that_asks_for_its_kernel_gets_none(mode):
    cells = (
        "from __future__ import annotations",
        "if 'colab' in str(get_ipython()):\n    !pip install x\n    IN_COLAB = True\nelse:\n    IN_COLAB = False",
        "get_ipython().run_line_magic('matplotlib', 'inline')\ndef f(): return IN_COLAB, get_ipython()",
    )
    assert run(convert(*cells, mode=mode))["f"]() == (False, None)


def test_a_cell_may_be_a_list_of_lines():
    assert run(convert(code(["def f():\n", "    return 1"])))["f"]() == 1


@both
@pytest.mark.parametrize(
    ("cell", "line"),
    [
        ("def f():\n    return 1 / 0", 2),
        ("\n\n\n# remark\ndef f():\n\n    return 1 / 0", 7),
        ("%%time\n\ndef f():\n    return 1 / 0", 4),
        ("!pip install \\\n  a \\\n  b\n%cd x\ndef f():\n    !ls \\\n     -l\n    return 1 / 0", 8),
        ("\n%cd x\n\ndef f():\n    return 1 / 0", 5),
        ("import functools\n@functools.cache\n@functools.wraps(\n  len)\ndef f():\n    return 1 / 0", 6),
        ("x = 1; f = lambda: 1 / 0", 1),
        ("x = '''\n\n'''; f = lambda: 1 / 0", 3),
        ("x = '''a\r\n\rb'''\rdef f():\r\n    return 1 / 0", 5),
        ("x = '\u2028'  # \x0c\ndef f():\n    return x and 1 / 0", 3),
    ],
)
def test_a_traceback_leads_to_the_cell_and_its_line(cell, line, mode):
    converted = convert("import math", prose("x"), "def before():\n    return 1", cell, "def after(): pass", mode=mode)
    assert raised_at(converted, "f") == f"cell 4, line {line}"


@pytest.mark.parametrize("language", ["R", "julia", "javascript"])
def test_a_notebook_in_another_language_is_refused_by_its_name(language):
    with pytest.raises(RejectedError, match=f"a notebook in {language}"):
        convert_notebook("lab.ipynb", notebook("x <- 1", language=language), "defs")


def test_ipython_is_python():
    text = notebook("def f(): return 1", language=None, language_info={"name": "ipython"})
    assert run(convert_notebook("lab.ipynb", text, "defs"))["f"]() == 1


def test_a_kernel_that_tells_its_language_elsewhere_is_believed():
    with pytest.raises(RejectedError, match="a notebook in R"):
        convert_notebook("lab.ipynb", notebook("x <- 1", language=None, language_info={"name": "R"}), "defs")


@pytest.mark.parametrize("about", [{}, {"kernelspec": None}, {"kernelspec": {"name": "python3"}}])
def test_a_notebook_that_tells_no_language_is_read_as_python(about):
    text = json.dumps({"nbformat": 4, "nbformat_minor": 2, "metadata": about, "cells": [code("def f(): return 1")]})
    assert run(convert_notebook("lab.ipynb", text, "defs"))["f"]() == 1


def test_a_notebook_of_version_3_is_read():
    cells = [
        {"cell_type": "heading", "source": "Lab", "level": 1, "metadata": {}},
        {
            "cell_type": "code",
            "input": ["def f():\n", "    return 1"],
            "language": "python",
            "outputs": [],
            "metadata": {},
        },
    ]
    text = json.dumps({"nbformat": 3, "nbformat_minor": 0, "metadata": {"name": ""}, "worksheets": [{"cells": cells}]})
    assert run(convert_notebook("lab.ipynb", text, "defs"))["f"]() == 1


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "[]", "[1]", "1", "null", '"x"', "{}", "NaN", "[" * 100_000, '{"a":' * 100_000, "1" * 10_000,
        '{"nbformat": 4}', '{"nbformat": 5, "metadata": {}, "cells": []}', '{"nbformat": "4"}', '{"nbformat": [4]}',
        '{"nbformat": 4, "metadata": [], "cells": []}', '{"nbformat": 4, "metadata": {}, "cells": 1}',
        '{"nbformat": 4, "metadata": {}, "cells": [1]}', '{"nbformat": 4, "metadata": {"kernelspec": 1}, "cells": []}',
        '{"nbformat": 3, "metadata": {}, "worksheets": 1}', '{"nbformat": 1, "cells": 1}',
    ],
)  # fmt: skip
def test_what_is_no_notebook_is_refused(text):
    with pytest.raises(RejectedError, match="is not a notebook that can be read"):
        convert_notebook("lab.ipynb", text, "defs")


@pytest.mark.parametrize(
    "change", [{"source": 1}, {"outputs": 1}, {"source": None}, {"metadata": {"tags": 5}}, {"metadata": 1}]
)
def test_a_cell_of_another_shape_is_refused(change):
    with pytest.raises(RejectedError, match="is not a notebook"):
        convert({**code("x = 1"), **change})


@pytest.mark.parametrize("change", [{"metadata": {"tags": None}}, {"metadata": {}}, {"id": "x" * 100}])
def test_a_cell_with_oddities_that_do_not_matter_is_read(change):
    assert "f" in run(convert({**code("def f(): pass"), **change}))


@pytest.mark.parametrize("source", ["-" * 900_000 + "1", "x = [" + "1," * MOST_CODE + "]"])
def test_more_code_than_a_lab_takes_is_refused(source):
    with pytest.raises(RejectedError, match="of code"):
        convert("def f(): pass", source)


def test_a_large_picture_in_an_output_is_no_code():
    cell = {
        **code("def f(): return 1"),
        "outputs": [{"output_type": "stream", "name": "stdout", "text": "x" * MOST_CODE}],
    }
    assert run(convert(cell))["f"]() == 1


def test_cells_that_contradict_each_other_are_refused_with_the_place():
    with pytest.raises(RejectedError, match=r"global declaration \(cell 2, line 2\)"):
        convert("x = 1", "for i in range(3):\n    global x", mode="all")


def test_a_global_at_top_level_says_nothing_and_does_no_harm():
    assert run(convert("x = 1", "global x", mode="all"))["x"] == 1


@both
def test_what_python_warns_of_is_the_students_business(mode):
    cells = ("x = '\\d'; y = x is 1\ndef f(): return x is 1", "%cd x\ndef g(): return '\\d'")
    assert convert(*cells, mode=mode).notices == ()


LINES = [
    "import math", "from __future__ import annotations", "x = 1", "x += 1; y = '''\n%a\n'''", "%cd x", "!ls \\\n -l",
    "y = !ls", "def f(a=1):\n    '''\n    ?\n    '''\n    !ls\n    return x", "@f\nclass A:\n    y = x", "await x",
    "return", "f?", "", "if x:\n    %cd y\n    global z", "get_ipython().system('x')", "for i in range(3): x[i] = i;",
    "try:\n  x\nfinally: y", "# coding: latin-1", "x = 1 \\", "  z = 2", "%%time", "%%bash", "print 1", "x: int = 3",
    "\x0c", "\u2028", "\r", "é = 1", "from math import *", "del x", "lambda: (yield)", "x = (1,\n  2)",
    "match x:\n    case 1: y = 2", '"""', ">>> x = 1",
]  # fmt: skip
sources = st.lists(st.sampled_from(LINES), max_size=6).map("\n".join) | st.text(max_size=40)


@both
@patient
@given(st.lists(sources, max_size=4))
def test_whatever_is_converted_compiles_and_knows_its_lines(mode, cells):
    with suppress(RejectedError):
        converted = convert(*cells, mode=mode)
        compile(converted.text, "lab.py", "exec")
        for line, cell in converted.cells.items():
            assert line <= converted.text.count("\n")
            assert 1 <= cell.line <= cells[cell.number - 1].replace("\r", "\n").count("\n") + 1


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)
odd_cells = st.fixed_dictionaries(
    {"cell_type": st.just("code") | json_values, "source": st.just("x = 1") | json_values},
    optional={"metadata": st.just({}) | json_values, "outputs": json_values},
)


@patient
@given(
    st.sampled_from([1, 2, 3, 4]) | json_values,
    st.dictionaries(st.sampled_from(["kernelspec", "language_info", "name"]), json_values) | json_values,
    st.lists(odd_cells, max_size=3) | json_values,
)
def test_any_json_is_a_notebook_or_refused(version, about, cells):
    document = {"nbformat": version, "metadata": about, "cells": cells, "worksheets": [{"cells": cells}]}
    with suppress(RejectedError):
        compile(convert_notebook("lab.ipynb", json.dumps(document), "all").text, "lab.py", "exec")
