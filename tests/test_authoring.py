"""docs/authoring.md, followed word by word in an empty folder: every file written, every command run."""

import re
import subprocess
import sys

import pytest

from grader.assignment import load_assignment
from tests.conftest import ROOT

pytestmark = pytest.mark.slow

PAGE = (ROOT / "docs" / "authoring.md").read_text()
BLOCK = re.compile(r"(?P<before>[^\n]*)\n\n```(?P<kind>\w+)\n(?P<text>.*?)```\n", re.DOTALL)
WRITE, ADD = re.compile(r"Write this to `([^`]+)`:$"), re.compile(r"Add this to the end of `([^`]+)`:$")
PATIENCE = 600


def run(line, folder):
    command, _, promise = line.partition("#")
    done = subprocess.run(
        [sys.executable, "-m", "grader", *command.split()[1:]],
        cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False,
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT), "LANG": "C.UTF-8"},
    )  # fmt: skip
    expected = int(promise.rpartition(" ")[2]) if promise else 0
    assert done.returncode == expected, f"{line}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def followed(tmp_path_factory):
    """The folder after everything was done, and what each command printed."""
    folder, printed = tmp_path_factory.mktemp("authoring"), {}
    for block in BLOCK.finditer(PAGE):
        written, added = WRITE.search(block["before"]), ADD.search(block["before"])
        if written:
            (folder / written[1]).write_text(block["text"])
        elif added:
            with (folder / added[1]).open("a") as file:
                file.write("\n" + block["text"])
        elif block["kind"] == "sh":
            for line in block["text"].splitlines():
                printed.setdefault(line, []).append(run(line, folder))
        else:
            assert block["kind"] == "text", f"nobody is told where this goes: {block['text']}"
    return folder, printed


def test_every_command_does_what_the_page_says(followed):
    _, printed = followed
    assert printed["grade verify my-lab --quick"][0].startswith("my-lab 0.1.0: proven\n")
    assert all(text.startswith("rms-norm 0.1.0: proven\n") for text in printed["grade verify rms-norm --quick"])


def test_the_page_is_written(followed):
    folder, _ = followed
    assert "The rubric is proven." in (folder / "rms-norm.html").read_text()


def test_a_new_check_is_told_which_drafted_mistakes_it_refuses(followed):
    _, printed = followed
    problems = re.findall(
        r"^problem: (.*)$", printed["grade verify rms-norm --quick    # ends with 4"][0], re.MULTILINE
    )
    assert problems
    assert all(" fails scale_free: " in problem for problem in problems)


def test_the_lab_is_proven_once_these_are_declared(followed):
    """The last step in words: add the check to the lists of the examples that verify named."""
    folder, printed = followed
    path = folder / "rms-norm" / "assignment.toml"
    text = path.read_text()
    for name in re.findall(
        r"wrong/(\w+)\.py fails scale_free", printed["grade verify rms-norm --quick    # ends with 4"][0]
    ):
        text = re.sub(rf"^({name} = .*)\] }}$", r'\1, "scale_free"] }', text, flags=re.MULTILINE)
    path.write_text(text)
    assert load_assignment(path.parent).max_score == 110
    assert run("grade verify rms-norm", folder).startswith("rms-norm 0.1.0: proven\n")
