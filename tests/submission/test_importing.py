"""A module is handed over under each name by which it may be imported, and nothing else is."""

import pytest

from grader.submission.importing import importable


def names(text, *paths, chosen="lab/attention.py", **helpers):
    files = {chosen: text.encode(), **dict.fromkeys(paths, b""), **{k: v.encode() for k, v in helpers.items()}}
    return {name: path for path, several in importable(files, chosen, files[chosen]) for name in several}


@pytest.mark.parametrize(
    "line",
    [
        "from {} import softmax", "import {}", "import {} as steps", "import math, {}", "import math as m, {} as s",
        "def f():\n    from {} import softmax", "try:\n\timport {}\nexcept ImportError: pass", "import math; import {}",
        "from {} import (\n    softmax,\n)", "import {}; x = 1", "import {}  # steps",
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    ("module", "path"), [("utils.ops", "utils/ops.py"), ("ops", "ops.py"), ("lab.ops", "lab/ops.py")]
)
def test_what_is_imported_from_further_up_is_there_under_that_name(line, module, path):
    assert names(line.format(module), path)[path] == path


@pytest.mark.parametrize(
    "text",
    [
        "",
        "import torch",
        "from ops import x",
        "# import utils",
        "x = 'from utils'",
        "from .utils import x",
        "import ops",
    ],
)
def test_where_nothing_is_imported_from_further_up_nothing_is_handed_over_from_there(text):
    assert names(text, "lab/ops.py", "utils/ops.py", "lab/parts/a.py") == {
        "ops.py": "lab/ops.py",
        "parts/a.py": "lab/parts/a.py",
    }


def test_a_file_in_the_outermost_folder_sees_each_module_once():
    assert names("from src.ops import x", "src/ops.py", chosen="attention.py") == {"src/ops.py": "src/ops.py"}


def test_what_a_module_from_further_up_imports_comes_with_it_and_what_nobody_imports_does_not():
    found = names("from utils.ops import x", "common/size.py", "old/ops.py", **{"utils/ops.py": "import common.size"})
    assert found == {"utils/ops.py": "utils/ops.py", "common/size.py": "common/size.py"}


def test_what_a_module_beside_the_entry_imports_from_further_up_counts():
    assert "utils/ops.py" in names("import ops", "utils/ops.py", **{"lab/ops.py": "from utils.ops import x"})


def test_the_folder_that_a_program_is_run_from_is_the_nearest_that_holds_what_is_imported():
    found = names("import src.ops", "s1/p/src/ops.py", "src/ops.py", chosen="s1/p/src/attention.py")
    assert found == {"ops.py": "s1/p/src/ops.py", "src/ops.py": "s1/p/src/ops.py"}


def test_a_module_has_two_names_at_most_however_deep_it_lies():
    folders = [f"a{n}" for n in range(40)]
    deep = "/".join(folders)
    text = "\n".join(f"import {folder}" for folder in folders)
    found = names(text, f"{deep}/ops.py", chosen=f"{deep}/attention.py")
    assert len(found) == 2


@pytest.mark.parametrize("order", [1, -1])
def test_what_lies_beside_the_entry_goes_before_what_lies_further_up(order):
    found = names("import ops, utils.size", *["ops.py", "lab/ops.py", "utils/size.py", "lab/utils/x.py"][::order])
    assert found["ops.py"] == "lab/ops.py"
    found = names("import ops, tools.size", *["ops/__init__.py", "ops.py", "lab/ops.py", "tools/size.py"][::order])
    assert found == {"ops.py": "lab/ops.py", "tools/size.py": "tools/size.py"}


def test_the_entry_and_a_notebook_are_no_modules():
    assert names("import lab.attention, lab.demo", "lab/demo.ipynb") == {}
