"""Every document is followed, every command in it is known to the program, and every link leads somewhere."""

import re

import click
import pytest

from grader.cli import cli
from grader.commands.grade import NAMELESS
from tests.conftest import ROOT
from tests.docs.document import blocks, commands, snippets
from tests.docs.following import run_command, run_python
from tests.docs.scenes import SCENES

pytestmark = pytest.mark.slow

_PATHS = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
#: Documents that a test of their own follows.
OTHERS = ("authoring.md", "operator.md", "scaling.md")
DOCUMENTS = {str(path.relative_to(ROOT)): path for path in _PATHS if path.name not in OTHERS}
#: What cannot be run in a test: by the first words, which file runs it, and how that file says so.
ELSEWHERE = {
    "make grade": (".ci/run", "make grade"),
    "make test": (".ci/run", "make test"),
    "make slow": (".ci/run", "make slow"),
    "make lint": (".ci/run", "make lint"),
    "make bench": (".ci/run", "make bench"),
    "make coverage": (".ci/run", "make coverage"),
    "make soak": (".ci/run", "make soak"),
    "make container": (".ci/run", "make container"),
    "apt install make python3-venv": (".ci/run", "make python3-venv"),
    "apt install libseccomp2": (".ci/run", "libseccomp2"),
    "apt install chromium": (".ci/run", "chromium"),
    "pip install -c constraints.txt": ("Makefile", "--constraint constraints.txt"),
    "docker build": ("tests/container/machine.py", '_podman("build"'),  # by podman, which takes the same words
    "docker run": ("tests/container/machine.py", '_podman("run", "--rm", "--network=none"'),
    "systemd-run": ("grader/sandbox/doctor.py", "systemd-run --user --scope -p Delegate=yes grade"),
    "grade attention.py --watch": ("tests/test_watching.py", "--watch"),
    "python docs/page.py": ("docs/page.py", "chromium"),
    "pytest": ("Makefile", "$(BIN)/pytest"),
}
_LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")
_SPAN = re.compile(r"`(grade [^`]+)`")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_reader_who_follows_it_sees_what_it_shows(name, tmp_path):
    path = DOCUMENTS[name]
    steps, pieces = [*commands(path, "console")], snippets(path)
    if steps or pieces:
        SCENES[name](tmp_path)
    for step in steps:
        run_command(step, tmp_path)
    if pieces:
        run_python(pieces, tmp_path)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_what_it_does_not_run_is_run_by_something_else(name):
    for step in commands(DOCUMENTS[name], "sh"):
        known = [where for words, where in ELSEWHERE.items() if step.code.startswith(words)]
        assert known, f"{name}: nothing runs {step.code!r}"
        file, words = known[-1]
        assert words in (ROOT / file).read_text(), step.code


@pytest.mark.parametrize("name", DOCUMENTS)
def test_it_names_only_commands_and_options_that_there_are(name):
    shell = [step.code for kind in ("console", "sh") for step in commands(DOCUMENTS[name], kind)]
    for said in (*_SPAN.findall(DOCUMENTS[name].read_text()), *shell):
        words = said.split("#")[0].split()
        if words[0] != "grade" or words[1].startswith("-"):
            continue
        command = cli.commands.get(words[1], cli.commands[NAMELESS])
        known = {option for given in command.params if isinstance(given, click.Option) for option in given.opts}
        asked = {word.split("=")[0] for word in words[2:] if word.startswith("--")} - {"--help"}
        assert asked <= known | {option for given in command.params for option in given.secondary_opts}, said


@pytest.mark.parametrize("name", DOCUMENTS)
def test_its_links_lead_somewhere(name):
    for link in _LINK.findall(DOCUMENTS[name].read_text()):
        assert (DOCUMENTS[name].parent / link).exists(), link


@pytest.mark.parametrize("name", DOCUMENTS)
def test_its_blocks_say_what_they_are(name):
    known = {"console", "sh", "python", "text", "toml", "json", "mermaid"}
    assert {block.language for block in blocks(DOCUMENTS[name])} <= known


def test_the_messages_that_a_student_is_told_of_are_ours():
    sources = [*(ROOT / "grader").rglob("*.py"), ROOT / "assignments" / "attention" / "assignment.toml"]
    ours = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    told = re.findall(r"^\| `([^`]+)` \|", DOCUMENTS["docs/student.md"].read_text(), re.MULTILINE)
    assert len(told) > 5
    for piece in {piece.strip(" :") for message in told for piece in message.split("…")}:
        assert piece in ours, piece


def test_the_readme_is_short():
    assert len(DOCUMENTS["README.md"].read_text().splitlines()) <= 150


def test_each_scene_has_its_document():
    assert {*SCENES} <= {*DOCUMENTS}
