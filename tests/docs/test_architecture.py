"""The picture of the parts is the one that import-linter keeps."""

import re
import tomllib

from tests.conftest import ROOT

TEXT = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
NAMES = 40  # characters of a line; what follows says what they are
LINTER = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]


def test_the_parts_stand_in_the_order_of_the_layers():
    picture = re.search(r"^```text layers\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    assert picture is not None
    columns = picture[1].splitlines()
    shown = [{*line[:NAMES].split()} for line in columns]
    layers = next(contract["layers"] for contract in LINTER["contracts"] if contract["type"] == "layers")
    assert shown == [{name.strip().removeprefix("grader.") for name in re.split("[|:]", layer)} for layer in layers]


def test_each_contract_is_named():
    assert [contract["name"] for contract in LINTER["contracts"]] == [
        line[2:]
        for line in TEXT.split("The contracts, by their names")[1].split("##")[0].splitlines()
        if line[:2] == "- "
    ]


def test_what_it_says_of_the_layers_in_security_is_what_there_is():
    security = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    listed = {*re.findall(r"\| `(\w+\.py)` \|$", security, re.MULTILINE)}
    there = {path.name for path in (ROOT / "grader" / "sandbox" / "layers").glob("*.py")}
    assert listed == there - {"__init__.py", "confinement.py", "system_calls.py"}
