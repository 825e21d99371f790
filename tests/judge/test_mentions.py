"""Forbidden names in a submission's text are remarked on, whatever the library was imported as."""

import pytest

from grader.judge.mentions import forbidden_mentions
from grader.submission.source import Source
from tests.checks.trying import LAB

FUSED = "torch.nn.functional.scaled_dot_product_attention"


def mentions(text, **helpers):
    files = {"attention.py": text.encode(), **{f"{name}.py": more.encode() for name, more in helpers.items()}}
    source = Source("attention.py", "", "attention.py", files)
    return [notice.message for notice in forbidden_mentions(source, LAB.manifest.deny)]


@pytest.mark.parametrize(
    "text",
    [
        f"import torch\ndef attention(q, k, v): return {FUSED}(q, k, v)",
        "import torch.nn.functional as F\ndef f(): return F.scaled_dot_product_attention",
        "from torch.nn.functional import scaled_dot_product_attention as sdpa\ndef f(): return sdpa",
        "import torch\ndef softmax(s): return torch.softmax(s, -1)",
        "import torch\ndef softmax(s): return torch.ops.aten._softmax.default(s, -1, False)",
        "from scipy import special\ndef softmax(s): return special.softmax(s)",
    ],
)
def test_a_forbidden_name_is_remarked_on_with_its_line(text):
    (message,) = mentions(text)
    assert "line 2" in message


@pytest.mark.parametrize(
    "text",
    [
        "import torch\ndef attention(q, k, v): return torch.softmax(q @ k.T, -1) @ v",
        "def scaled_dot_product_attention(q, k, v): return softmax(q)\ndef softmax(s): return s",
        "import torch\ndef softmax(s):\n    return torch.exp(s)  # not torch.softmax",
        "import torch\nprint('torch.softmax')",
        "def f(:",
    ],
)
def test_what_is_allowed_there_is_not(text):
    assert mentions(text) == []


def test_helper_files_are_read_too():
    (message,) = mentions(
        "import steps", steps="import torch\n\ndef f(): return torch.ops.aten.scaled_dot_product_attention"
    )
    assert "steps.py, line 3" in message


def test_a_source_that_cannot_be_parsed_stops_nothing():
    assert mentions("-" * 150_000 + "1", big="x" * 300_000) == []
