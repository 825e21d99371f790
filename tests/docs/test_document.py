"""How documents are read."""

import pytest

from tests.docs.document import agrees, blocks, commands, snippets

TEXT = """\
# A page

```console
$ first --option \\
    --other
$ second
two
…
```

```python
print(1)
```
```text
1
```
A sentence.

```python
x = 2
```
And
```text
no output
```
```sh
# a comment
make test
```
"""


@pytest.fixture
def page(tmp_path):
    (tmp_path / "page.md").write_text(TEXT)
    return tmp_path / "page.md"


def test_every_fence_is_a_block_with_the_line_of_its_text(page):
    assert [(block.language, block.line) for block in blocks(page)] == [
        ("console", 4), ("python", 12), ("text", 15), ("python", 20), ("text", 24), ("sh", 27)
    ]  # fmt: skip


def test_a_command_goes_on_after_a_backslash_and_has_what_it_prints(page):
    (first, second) = commands(page, "console")
    assert (first.code, first.prints) == ("first --option     --other", "")
    assert (second.code, second.prints) == ("second", "two\n…\n")
    assert [step.code for step in commands(page, "sh")] == ["make test"]


def test_python_prints_what_stands_right_after_it(page):
    assert [(step.code, step.prints) for step in snippets(page)] == [("print(1)\n", "1\n"), ("x = 2\n", None)]


def test_a_page_without_a_block_has_nothing_to_follow(tmp_path):
    (tmp_path / "page.md").write_text("# A page\n")
    assert (blocks(tmp_path / "page.md"), snippets(tmp_path / "page.md")) == ([], [])


@pytest.mark.parametrize(
    ("printed", "shown", "same"),
    [
        ("a\nb\n", "a\nb\n", True),
        ("a \nb", "a\nb\n", True),
        ("a\nb\n", "a\n", False),
        ("a\nb\nc\n", "a\n…\nc\n", True),
        ("a\nc\n", "a\n…\nc\n", True),
        ("a\nb\n", "…\nc\n", False),
        ("took 0.31 s\n", "took … s\n", True),
        ("took 0.31 s\nand more\n", "took … s\n", False),
        ("", "", True),
        ("error\n", "", False),
    ],
)
def test_what_is_left_out_may_be_anything_and_the_rest_must_be_there(printed, shown, same):
    assert agrees(printed, shown) is same
