"""What cells write into Python files: the file asked for is the notebook's own code, others are modules beside it."""

import pytest

from grader.submission.written import written


def read(*cells):
    return written(list(enumerate(cells, start=1)), "attention.py")


@pytest.mark.parametrize(
    "head",
    [
        "%%writefile attention.py", "%%file attention.py", "%%writefile 'attention.py'", '%%writefile "attention.py" ',
        "%%writefile ./attention.py", "%%writefile /content/attention.py", "%%writefile  Attention.py",
        "%%writefile -a attention.py", "%%writefile --append attention.py", "\n%%writefile attention.py",
    ],
)  # fmt: skip
def test_the_file_asked_for_is_code_where_it_stood(head):
    found = read("y = 2", f"{head}\nx = 1")
    assert found.cells == [(1, "y = 2"), (2, "\n" * (head.count("\n") + 1) + "x = 1")]
    assert "Cell 2 writes" in found.notices[0]


def test_another_python_file_is_a_module_and_no_code():
    found = read("%%writefile parts/ops.py\nx = 1", "from parts.ops import x")
    assert found.files == {"parts/ops.py": "x = 1\n"}
    assert found.cells == [(2, "from parts.ops import x")]


def test_a_file_written_again_has_what_was_written_last_and_what_was_appended():
    found = read(
        *(f"%%writefile {how}{name}\n{how}{name[0]}" for name in ("attention.py", "ops.py") for how in ("", "", "-a "))
    )
    assert found.files == {"attention.py": "a\n-a a\n", "ops.py": "o\n-a o\n"}
    assert [(number, source.strip()) for number, source in found.cells] == [(2, "a"), (3, "-a a")]


@pytest.mark.parametrize(
    "cell",
    [
        "%%writefile notes.txt\nx", "%%writefile attention.pyc\nx", "%%writefile ../attention.py\nx", "%%bash\nattention.py",
        "%%writefile /tmp/attention.py\nx", "%%writefile a\x1b.py\nx", f"%%writefile {'x' * 300}.py\nx", "%%writefile\nx.py",
        "%%writefile C:/x.py\nx", "%%writefile -a" + " " * 100_000, "%%writefile" + " .py" * 30_000 + "c",
        "%%writefile x.py" + " " * 100_000 + "c", "%writefile attention.py\nx", "x = '''\n%%writefile attention.py\n'''",
    ],
)  # fmt: skip
def test_what_is_no_python_file_of_the_notebook_stays_as_it_is(cell):
    assert read(cell) == ([(1, cell)], {}, [])
