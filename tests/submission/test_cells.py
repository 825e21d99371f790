"""A cell is split into statements that compile on their own, and says what it left out."""

import pytest

from grader.submission.cells import split_cell
from grader.submission.magics import Magics


def split(source):
    notices: list[str] = []
    return split_cell(1, source, Magics(), notices), " ".join(notices)


def texts(source):
    return ["\n".join(statement.lines) for statement in split(source)[0]]


@pytest.mark.parametrize(
    ("source", "statements"),
    [
        ("x = 1  # one\n# two\ny = 2", ["x = 1  # one", "y = 2"]),
        ("x = 1; y = 2", ["x = 1", "y = 2"]),
        ("x = 1;", ["x = 1;"]),
        ("x = 1; \\\n  y = 2", ["x = 1", "y = 2"]),
        ('x = """\na"""; y = 2', ["x = '\\na'", "y = 2"]),
        ("x = 1 \\\n\ny = 2", ["x = 1", "y = 2"]),
        ("@one\n@two(\n  1)\ndef f():\n    return 1", ["@one\n@two(\n  1)\ndef f():\n    return 1"]),
        ("x = 'é'; y = 'ü'", ["x = 'é'", "y = 'ü'"]),
        ("def f():\r\n    return 1\rx = 1", ["def f():\n    return 1", "x = 1"]),
        ("s = '''\n%not\n'''", ["s = '''\n%not\n'''"]),
        ("%cd x\ns = '''\n%not\n'''", ["None", "s = '''\n%not\n'''"]),
        ("    x = 1\n    y = 2", ["x = 1", "y = 2"]),
        ("x = 1\x0c\ny = '\u2028'", ["x = 1\x0c", "y = '\u2028'"]),
        ("", []),
        ("# only a remark", []),
    ],
)
def test_a_cell_is_split_into_its_statements(source, statements):
    assert texts(source) == statements


@pytest.mark.parametrize(
    "magic", ["%%time", "%%timeit -n 1", "%%capture out", "%%prun", "%%python3", "\n%%time", "%%time\n%%capture"]
)
def test_the_body_below_a_magic_around_python_is_kept(magic):
    (statement,), notices = split(f"{magic}\n\nx = 1")
    assert (statement.lines, statement.line, notices) == (("x = 1",), magic.count("\n") + 3, "")


@pytest.mark.parametrize("magic", ["%%bash", "%%writefile x.txt", "%%!", "%%timer", "%%html"])
def test_a_cell_in_another_language_is_left_out_with_a_notice(magic):
    statements, notices = split(f"{magic}\nx = 1")
    assert statements == []
    assert magic.split()[0] in notices


def test_a_syntax_error_is_a_notice():
    statements, notices = split("x = 1\ndef f(:")
    assert statements == []
    assert "Cell 1 has a syntax error" in notices


@pytest.mark.parametrize(
    "line", ["return 1", "await f()", "break", "yield 1", "async with f: pass", "def g(a, a): pass"]
)
def test_a_statement_that_only_the_compiler_refuses_is_left_out_alone(line):
    statements, notices = split(f"x = 1\n{line}\ny = 2")
    assert [statement.line for statement in statements] == [1, 3]
    assert "Cell 1, line 2 was left out" in notices


@pytest.mark.parametrize(
    "source",
    [
        "(" * 100_000,
        "-" * 200_000 + "1",
        "x" + ".x" * 100_000,
        "x = 1; " + "+".join(["1"] * 50_000),
        "[" * 150 + "]" * 150 + "\n" + "[" * 250,
        "\0",
        "x = '\ud800'",
        "%cd x\n" + "#" * 200_000,
        "x = %",
        "=%",
        "f'{" * 1000,
    ],
)
def test_what_cannot_be_read_is_left_out_whole_with_one_notice(source):
    statements, notices = split(source)
    assert statements == []
    assert notices.count("left out") == 1


@pytest.mark.parametrize("line", ["from google.colab import drive", "import google.colab", "from google import colab"])
def test_an_import_that_only_colab_has_is_left_out_with_a_notice(line):
    statements, notices = split(f"{line}\nx = 1")
    assert [statement.line for statement in statements] == [2]
    assert "Colab" in notices


def test_another_import_from_google_is_kept():
    assert texts("from google import protobuf") == ["from google import protobuf"]


@pytest.mark.parametrize(
    ("source", "reads"),
    [
        ("def f(x):\n    y = x + a\n    return [z * b for z in y]", {"a", "b"}),
        ("def f():\n    def g():\n        return a\n    return g", {"a"}),
        ("@a\ndef f(x: b = c) -> d: pass", {"a", "b", "c", "d"}),
        ("class A(a):\n    x = b\n    y = x\n    def f(self): return c", {"a", "b", "c"}),
        ("f = lambda x, y=a: x + b", {"a", "b"}),
        ("x = [i for i in a]", {"a"}),
    ],
)
def test_a_statement_reads_the_names_of_the_module_and_not_its_own(source, reads):
    ((statement,), _) = split(source)
    assert statement.reads == reads


@pytest.mark.parametrize(
    ("source", "binds"),
    [
        ("x, (y, *z) = a", {"x", "y", "z"}),
        ("import a.b as c, d.e", {"c", "d"}),
        ("x += 1", {"x"}),
        ("x['a'].b[0] = 1", {"x"}),
        ("f().x = 1", set()),
        ("for i in a:\n    x = i", {"i", "x"}),
        ("def f():\n    x = 1", {"f"}),
        ("if a:\n    x = 1\nelse:\n    y = 2", {"x", "y"}),
        ("del x", set()),
        ("print(x)", set()),
    ],
)
def test_a_statement_binds_what_it_gives_a_value(source, binds):
    ((statement,), _) = split(source)
    assert statement.binds == binds
