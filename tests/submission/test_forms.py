"""In whatever form a solution comes, the right one gets full marks and a wrong one what it gets as a plain file."""

import functools

import pytest

from grader.attempt import read_bytes
from grader.judge.grading import grade
from grader.sandbox.forkserver import ForkLauncher
from tests.submission.uploads import notebook, zipped

SOFTMAX = {
    "right": "def softmax(scores):\n    e = torch.exp(scores - scores.max(dim=-1, keepdim=True).values)\n    "
    "return e / e.sum(dim=-1, keepdim=True)\n",
    "wrong": "def softmax(scores):\n    e = torch.exp(scores - scores.max(dim=0, keepdim=True).values)\n    "
    "return e / e.sum(dim=0, keepdim=True)\n",
}
REST = """
def attention_scores(Q, K):
    return Q @ K.transpose(-2, -1) / K.shape[-1] ** 0.5
def attention(Q, K, V):
    w = softmax(attention_scores(Q, K))
    return w @ V, w
def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
"""
TORCH = "import torch\n"
MAGIC = "get_ipython().run_line_magic('matplotlib', 'inline')\n"


def split(importing, **helper):
    """An entry in src/ and its softmax in another module."""
    return lambda softmax: zipped(
        {"src/attention.py": importing + REST, **dict.fromkeys(helper.values(), TORCH + softmax)}
    )


def demo(*cells):
    """A notebook with the solution, and demos behind it."""
    return lambda softmax: notebook(TORCH + softmax + REST, *cells)


FORMS = {
    "a.py": lambda softmax: (TORCH + softmax + REST),
    "from_the_root.zip": split("from src.ops import softmax", ops="src/ops.py"),
    "from_beside.zip": split("from tools.ops import softmax", ops="tools/ops.py"),
    "from_the_package.zip": split("from .ops import softmax", ops="src/ops.py"),
    "with_litter.zip": lambda softmax: zipped(
        {"attention.py": TORCH + softmax + REST, "A: notes.txt": "", **{f".git/{n}": "" for n in range(2001)}}
    ),
    "written.ipynb": lambda softmax: notebook(
        "%%writefile attention.py\n" + TORCH + softmax, "%%writefile -a attention.py\n" + REST, "import attention as a"
    ),
    "written_helper.ipynb": lambda softmax: notebook(
        "%%writefile ops.py\n" + TORCH + softmax, "from ops import softmax", REST
    ),
    "exported.py": lambda softmax: MAGIC + TORCH + softmax + REST,
    "saved_as.py": lambda softmax: notebook(TORCH + softmax + REST),
    "draws.ipynb": demo("import pandas as pd\ndef show(w):\n    return pd.DataFrame(w)", "show(softmax(torch.eye(2)))"),
    "reads.ipynb": demo("import numpy as np\nX = np.load('x.npy')\ndef show():\n    return softmax(X)"),
    "asks.ipynb": demo("n = int(input())\nclass Demo:\n    def show(self):\n        return softmax(torch.eye(n))"),
    "widget.ipynb": demo("from ipywidgets import interact\n@interact(x=3)\ndef f(x):\n    return softmax(torch.eye(x))"),
    "naive.ipynb": demo("%%writefile naive.py\ndef softmax(scores):\n    return scores"),
}  # fmt: skip


@pytest.fixture(scope="module")
def score(attention):
    @functools.cache
    def graded(form, which):
        upload = FORMS[form](SOFTMAX[which])
        source = read_bytes(form, upload if isinstance(upload, bytes) else upload.encode(), attention)
        return grade(source, attention, launcher, seed=1).score

    with ForkLauncher() as launcher:
        yield graded


@pytest.mark.parametrize("form", FORMS)
def test_a_right_solution_gets_full_marks_and_a_wrong_one_what_it_is_worth(score, form):
    assert score(form, "right") == 100
    assert score(form, "wrong") == score("a.py", "wrong") < 60
