"""docs/authoring.md, followed word by word in an empty folder: every file written, every command run."""

import re
import subprocess
import sys

import pytest

from grader.assignment import load_assignment
from tests.conftest import ROOT
from tests.docs.following import one_core

pytestmark = pytest.mark.slow

PAGE = (ROOT / "docs" / "authoring.md").read_text()
BLOCK = re.compile(r"(?P<before>[^\n]*)\n\n```(?P<kind>\w+)\n(?P<text>.*?)```\n", re.DOTALL)
WRITE, ADD = re.compile(r"Write this to `([^`]+)`:$"), re.compile(r"Add this to the end of `([^`]+)`:$")
PATIENCE = 600


def run(line, folder):
    command, _, promise = line.partition("#")
    with one_core():
        done = subprocess.run(
            [sys.executable, "-m", "grader", *command.split()[1:]],
            cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False,
            env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT), "LANG": "C.UTF-8"},
        )  # fmt: skip
    expected = int(promise.rpartition(" ")[2]) if promise else 0
    assert done.returncode == expected, f"{line}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def follow(folder):
    """Do everything that the page says; return what each command printed."""
    printed = {}
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
    return printed


def declare(path, names):
    """Add the check to the lists of the examples that verify named: the last step, which the page says in words."""
    text = path.read_text()
    for name in names:
        text = re.sub(rf"^({name} = .*)\] }}$", r'\1, "scale_free"] }', text, flags=re.MULTILINE)
    path.write_text(text)


def test_the_page_leads_to_a_proven_lab_and_each_command_does_what_it_says(tmp_path):
    """One test, not several: two processes of a run would each follow the page, which takes most of a minute."""
    printed = follow(tmp_path)
    assert printed["grade verify my-lab --quick"][0].startswith("my-lab 0.1.0: proven\n")
    assert all(text.startswith("rms-norm 0.1.0: proven\n") for text in printed["grade verify rms-norm --quick"])
    assert "The rubric is proven." in (tmp_path / "rms-norm.html").read_text()

    told = printed["grade verify rms-norm --quick    # ends with 4"][0]
    problems = re.findall(r"^problem: (.*)$", told, re.MULTILINE)
    assert problems
    assert all(" fails scale_free: " in problem for problem in problems)

    manifest = tmp_path / "rms-norm" / "assignment.toml"
    declare(manifest, re.findall(r"wrong/(\w+)\.py fails scale_free", told))
    assert load_assignment(manifest.parent).max_score == 110
    assert run("grade verify rms-norm", tmp_path).startswith("rms-norm 0.1.0: proven\n")
