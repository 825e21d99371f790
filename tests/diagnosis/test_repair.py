"""Repairs are small: each family makes its change where it belongs, and leaves every other byte as it was."""

import ast
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.diagnosis.repairs import order
from grader.diagnosis.repairs.order import FAMILIES, repairs
from grader.diagnosis.repairs.repair import Edit, Repair, applied
from tests.conftest import ATTENTION

EXAMPLES = sorted((ATTENTION / "examples").glob("*/*.py"))
IMPORTS = {
    "torch": "import math\nimport torch\n",
    "numpy": "import numpy as np\n",
    "both": "import numpy as np\nimport torch\n",
}


def made(family, body, library="torch"):
    """Return the lines that one family makes of the function `body`, each repair's as one text."""
    text = IMPORTS[library] + body
    found = [repair for repair in repairs({"a.py": text.encode()}) if repair.family == family]
    return {"; ".join(line.after.strip() for line in repair.lines) for repair in found}


ACCEPTED = [
    ("axes", "def f(x):\n    return x.sum(dim=0)", "return x.sum(dim=-1)"),
    ("axes", "def f(x):\n    return x.sum(0)", "return x.sum(-1)"),
    ("axes", "def f(x):\n    return torch.softmax(x, 0)", "return torch.softmax(x, -1)"),
    ("axes", "def f(x):\n    return x.max()", "return x.max(dim=-1, keepdim=True).values"),
    ("axes", "def f(x):\n    return torch.sum(x,)", "return torch.sum(x, dim=-1, keepdim=True)"),
    ("axes", "def f(x):\n    return x.sum(axis=0)", "return x.sum(axis=-1, keepdim=True)"),
    ("axes", "def f(x):\n    m = x.max(0).values\n    return x.sum(0)", "return x.sum(-1, keepdim=True); m = x.max(-1, keepdim=True).values"),
    ("kept_axes", "def f(x):\n    return x / x.sum(-1)", "return x / x.sum(-1, keepdim=True)"),
    ("kept_axes", "def f(x):\n    return x / x.sum(-1, keepdim=False)", "return x / x.sum(-1, keepdim=True)"),
    ("kept_axes", "def f(x):\n    return x - x.max(dim=-1, keepdim=True)", "return x - x.max(dim=-1, keepdim=True).values"),
    ("axes", "def f(x):\n    return torch.nn.Softmax(0)(x)", "return torch.nn.Softmax(-1)(x)"),
    ("new_axes", "def f(x):\n    return x.sum(-1).unsqueeze(0)", "return x.sum(-1).unsqueeze(-1)"),
    ("new_axes", "def f(x):\n    return x.sum(1)[None, :]", "return x.sum(1)[:, None]"),
    ("einsums", "def f(q, k):\n    return torch.einsum('id,jd->ji', q, k)", "return torch.einsum('id,jd->ij', q, k)"),
    ("results_kept", "def f(s, d):\n    s / d\n    return s", "s = s / d"),
    ("returns_after_loops", "def f(x):\n    for r in x:\n        y = r\n        return y", "return y"),
    ("roots", "def f(q, k):\n    return q @ k.T / q.shape[-1]", "return q @ k.T / math.sqrt(q.shape[-1])"),
    ("roots", "def f(q, k, d):\n    return q / d", "return q / math.sqrt(d)"),
    ("roots", "def f(q, d):\n    return q / d ** 0.5", "return q / d"),
    ("roots", "def f(q):\n    scale = q.shape[-1]\n    return q / scale", "scale = math.sqrt(q.shape[-1])"),
    ("roots", "def f(q, d):\n    return q * (1 / d)", "return q * (1 / math.sqrt(d))"),
    ("scale_sizes", "def f(q, k):\n    return q @ k.T / math.sqrt(q.shape[0])", "return q @ k.T / math.sqrt(k.shape[-1])"),
    ("scale_sizes", "def f(q, k):\n    return q @ k.T / 8", "return q @ k.T / math.sqrt(q.shape[-1])"),
    ("scale_sizes", "def f(q, k):\n    d_k = len(k)\n    return q / d_k", "d_k = q.shape[-1]"),
    ("shape_indices", "def f(q):\n    d_k = q.size(0)\n    return q / d_k", "d_k = q.size(-1)"),
    ("shape_indices", "def f(q):\n    d_k, n = q.shape\n    return q / d_k", "n, d_k = q.shape"),
    ("sizes_renamed", "def f(q):\n    n, d_k = q.shape\n    return q / n", "return q / d_k"),
    ("times_divided", "def f(q, d):\n    return q * math.sqrt(d)", "return q / math.sqrt(d)"),
    ("times_divided", "def f(q, d):\n    q *= d\n    return q", "q /= d"),
    ("scale_in", "def f(q, k):\n    return q @ k.T", "return q @ k.T / math.sqrt(k.shape[-1])"),
    ("scale_in", "def f(q, k):\n    return (q @ k.T).exp()", "return (q @ k.T / math.sqrt(k.shape[-1])).exp()"),
    ("scale_in", "def f(q, k):\n    return torch.matmul(q, k.t())", "return torch.matmul(q, k.t()) / math.sqrt(k.shape[-1])"),
    ("scale_out", "def f(q, d):\n    return q / math.sqrt(d)", "return q"),
    ("scale_out", "def f(q, d):\n    q /= d\n    return q", "pass"),
    ("scale_moved", "def f(q, d):\n    return softmax(q) / math.sqrt(d)", "return softmax(q / math.sqrt(d))"),
    ("orders", "def f(q, k):\n    return q @ k", "return q @ k.T"),
    ("orders", "def f(w, v):\n    return w.T @ v", "return w @ v"),
    ("orders", "def f(w, v):\n    return v.T @ w", "return w @ v"),
    ("orders", "def f(q, k):\n    return k @ q.transpose(0, 1)", "return q @ k.T"),
    ("orders", "def f(q, k):\n    return q @ k.reshape(3, 4)", "return q @ k.T"),
    ("orders", "def f(q, k):\n    return torch.mm(q, k)", "return torch.mm(q, k.T)"),
    ("transposes_out", "def f(x, a, b):\n    return g(x @ a.T, x @ b.T)", "return g(x @ a, x @ b)"),
    ("transposes_in", "def f(x, a, b):\n    return g(x @ a, x @ b)", "return g(x @ a.T, x @ b.T)"),
    ("other_names", "def f(q, k):\n    return k @ k.T", "return q @ k.T"),
    ("other_names", "def f(x, W_q, W_k):\n    return x @ W_q, x @ W_q", "return x @ W_q, x @ W_k"),
    ("other_names", "class H:\n    def f(self, x):\n        return self.q(x), self.q(x), self.k(x)", "return self.q(x), self.k(x), self.k(x)"),
    ("names_exchanged", "def f(x, W_q, W_k):\n    return g(x @ W_k, x @ W_q)", "return g(x @ W_q, x @ W_k)"),
    ("projections_in", "def f(x, W_q, W_k):\n    return g(x, x)", "return g(x @ W_q, x @ W_k)"),
    ("shift_in", "def f(x):\n    return torch.exp(x)", "return torch.exp(x - x.max(dim=-1, keepdim=True).values)"),
    ("shift_in", "def f(x):\n    return x.exp()", "return (x - x.max(dim=-1, keepdim=True).values).exp()"),
    ("shift_otherwise", "def f(x):\n    return torch.exp(x - x.mean())", "return torch.exp(x - x.max(dim=-1, keepdim=True).values)"),
    ("shift_otherwise", "def f(x):\n    return torch.exp(x.clamp(-9, 9))", "return torch.exp(x - x.max(dim=-1, keepdim=True).values)"),
    ("exponentials_in", "def f(x):\n    return x / x.sum(dim=-1)", "return torch.exp(x) / torch.exp(x).sum(dim=-1)"),
    ("exponentials_in", "def f(x):\n    e = g(x)\n    return e / e.sum()", "e = torch.exp(g(x))"),
    ("exponentials_in", "def f(x):\n    e = x - x.max()\n    return e / e.sum()", "e = torch.exp(x - x.max())"),
    ("shift_in", "def f(x):\n    e = torch.exp(x)\n    return e / e.sum(0)", "e = torch.exp(x - x.max(dim=0, keepdim=True).values)"),
    ("exponentials_in", "def f(x):\n    return torch.log_softmax(x, -1)", "return torch.softmax(x, -1)"),
    ("exponentials_in", "def f(x):\n    return x - torch.log(x)", "return torch.exp(x - torch.log(x))"),
    ("calls_out", "def f(x):\n    return softmax(softmax(x))", "return softmax(x)"),
    ("calls_out", "def f(x):\n    return torch.round(x @ x, decimals=4)", "return x @ x"),
    ("calls_out", "def f(x):\n    return x.half(), x.half()", "return x, x"),
    ("calls_out", "def f(x, m):\n    x = torch.where(m, x, 0)\n    return x", "x = x"),
    ("terms_out", "def f(x, b):\n    return x @ b + 0.1, x + 0.1", "return x @ b, x"),
    ("terms_out", "def f(x, m):\n    return x * m", "return x"),
    ("statements_out", "def f(x, m):\n    x[m] = 0\n    return x", "pass"),
    ("types_out", "def f(x):\n    return torch.zeros(3, dtype=int)", "return torch.zeros(3)"),
    ("means_sums", "def f(x):\n    return x.mean(dim=1)", "return x.sum(dim=1)"),
    ("softmax_in", "def softmax(s): ...\ndef f(q, v):\n    w = q @ v\n    return w", "w = softmax(q @ v)"),
    ("softmax_in", "def f(q, v):\n    return q @ v", "return torch.softmax(q, dim=-1) @ v"),
    ("softmax_written_out", "def f(x):\n    return torch.sigmoid(x)", "return torch.exp(x - x.max(dim=-1, keepdim=True).values) / torch.exp(x - x.max(dim=-1, keepdim=True).values).sum(dim=-1, keepdim=True)"),
    ("mix_written_out", "def f(q, v):\n    w = q\n    return F.scaled_dot_product_attention(q, q, v)", "return w @ v"),
    ("powers", "def f(q, k):\n    return (q @ k.T) ** 0.5", "return (q @ k.T) / math.sqrt(k.shape[-1])"),
    ("roots_of_integers", "def f(q):\n    return q / torch.sqrt(q.shape[-1])", "return q / math.sqrt(q.shape[-1])"),
    ("lengths", "def f(q, k):\n    return torch.zeros(k.shape[0], len(k)), k.shape[0]", "return torch.zeros(q.shape[0], len(k)), q.shape[0]"),
    ("products_of_entries", "def f(w, v):\n    return w * v", "return w @ v"),
    ("returns", "def f(o, w):\n    return w, o", "return o, w"),
    ("returns", "def f(o, w, s):\n    return o, w, s", "return o, w"),
    ("returns", "def f(v):\n    w = g(v)\n    return w @ v", "return w @ v, w"),
    ("returns", "def f(v):\n    return g(v) @ v", "return g(v) @ v, g(v)"),
    ("returns", "def f(v):\n    w = g(v)\n    print(w, v)", "return w, v"),
    ("returns", "def f(v):\n    w = g(v)", "w = g(v)\n    return w"),
    ("out_of_place", "def f(q, d):\n    q /= d + 1\n    return q", "q = q / (d + 1)"),
    ("out_of_place", "def f(q):\n    q.div_(2)\n    return q", "q = q.div(2)"),
    ("out_of_place", "def f(q):\n    return torch.exp(q, out=q)", "return torch.exp(q)"),
]  # fmt: skip

#: Twins: nearly the same text, in which the family has nothing to do or must not make this.
REJECTED = [
    ("axes", "def f(x):\n    return x.reshape(0)", None),
    ("kept_axes", "def f(x):\n    return x / x.sum(-1, keepdim=True)", None),
    ("kept_axes", "def f(x):\n    return torch.softmax(x, dim=-1)", None),
    ("new_axes", "def f(x):\n    return x[:, 0]", None),
    ("einsums", "def f(q, k):\n    return torch.einsum('i,j->i', q, k)", None),
    ("results_kept", "def f(s, d):\n    print(s / d)\n    return s", None),
    ("returns_after_loops", "def f(x):\n    for r in x:\n        y = r\n    return y", None),
    ("roots", "def f(q, k):\n    return q / q.sum(-1)", None),
    ("roots", "def f(q):\n    scale = q.shape[-1]\n    return q / scale", "return q / math.sqrt(scale)"),
    ("scale_sizes", "def f(q, k):\n    d_k = q.shape[0]\n    return q @ k.T / math.sqrt(d_k)", "return q @ k.T / math.sqrt(k.shape[-1])"),
    ("scale_sizes", "def f(q, k):\n    return q @ k.T / math.sqrt(k.shape[-1])", "return q @ k.T / math.sqrt(k.shape[-1])"),
    ("shape_indices", "def f(q):\n    n = q.shape[0]\n    return q / n", None),
    ("sizes_renamed", "def f(q):\n    n, d_k = q.shape\n    return q / d_k", None),
    ("times_divided", "def f(q, d):\n    return q @ d", None),
    ("scale_in", "def f(q):\n    return q, q", None),
    ("scale_out", "def f(x):\n    return x / x.sum()", None),
    ("scale_moved", "def f(q, d):\n    return softmax(q) * d", None),
    ("orders", "def f(q, k):\n    return q * k", None),
    ("transposes_out", "def f(x, a):\n    return x @ a", None),
    ("transposes_in", "def f(x, a):\n    return x @ a.T", None),
    ("other_names", "def f(q, k):\n    n = q.shape[0]\n    return n", None),
    ("other_names", "def f(x, W_q):\n    return x @ W_q", "return x @ x"),
    ("other_names", "def f(q):\n    a = q\n    b = a\n    return b", "a = b"),
    ("names_exchanged", "def f(x, W_q):\n    return x @ W_q", None),
    ("projections_in", "def f(x, W_q, W_k):\n    return g(x, W_q)", None),
    ("shift_in", "def f(x, m):\n    return torch.exp(x - m)", None),
    ("shift_otherwise", "def f(x, m):\n    return x - m", None),
    ("shift_otherwise", "def f(x, y):\n    m = y\n    return torch.exp(x - m)", None),
    ("exponentials_in", "def f(x, d):\n    return x / d", None),
    ("exponentials_in", "def f(x):\n    e = torch.exp(x - x.max())\n    return e", None),
    ("calls_out", "def f(x):\n    return torch.matmul(x, x)", None),
    ("terms_out", "def f(x, b):\n    return x @ b", None),
    ("statements_out", "def f(x):\n    x = 0\n    print(x)\n    return x", None),
    ("types_out", "def f(x):\n    return torch.zeros(3)", None),
    ("means_sums", "def f(x):\n    return x.max(dim=1)", None),
    ("softmax_in", "def f(q, v):\n    s = q\n    weights = s\n    return weights", "s = torch.softmax(q, dim=-1)"),
    ("softmax_in", "def f(q, v):\n    w = torch.softmax(q, -1)\n    return w", "w = torch.softmax(torch.softmax(q, -1), dim=-1)"),
    ("softmax_written_out", "def f(x):\n    return torch.exp(x)", None),
    ("mix_written_out", "def f(q, v):\n    w = q\n    return attention(q, q, v)", None),
    ("powers", "def f(q, k):\n    return q.shape[-1] ** 0.5", None),
    ("roots_of_integers", "def f(q):\n    return q / math.sqrt(q.shape[-1])", None),
    ("lengths", "def f(q):\n    return torch.zeros(q.shape[0])", None),
    ("products_of_entries", "def f(w, v):\n    return w @ v", None),
    ("returns", "def f(v):\n    return v.T", None),
    ("returns", "def f(v):\n    raise NotImplementedError", None),
    ("out_of_place", "def f(q, d):\n    q = q / d\n    return q", None),
]  # fmt: skip


@pytest.mark.parametrize(("family", "body", "wanted"), ACCEPTED)
def test_a_family_makes_its_repair(family, body, wanted):
    assert wanted in made(family, body)


@pytest.mark.parametrize(("family", "body", "unwanted"), REJECTED)
def test_a_family_leaves_alone_what_is_none_of_its_business(family, body, unwanted):
    found = made(family, body)
    assert unwanted not in found if unwanted else not found


def test_every_family_is_tried_here():
    names = {family.__name__ for family in FAMILIES}
    assert names == {family for family, *_ in ACCEPTED} == {family for family, *_ in REJECTED}


def test_numpy_is_repaired_in_numpy():
    assert "return np.exp(x - x.max(axis=-1, keepdims=True))" in made(
        "shift_in", "def f(x):\n    return np.exp(x)", "numpy"
    )
    assert "return np.sum(x, axis=-1, keepdims=True)" in made(
        "axes", "def f(x):\n    return np.sum(x, axis=0)", "numpy"
    )
    assert "return x @ y.T / np.sqrt(y.shape[-1])" in made("scale_in", "def f(x, y):\n    return x @ y.T", "numpy")


def test_where_both_libraries_are_imported_the_call_decides_and_else_both_are_tried():
    assert made("axes", "def f(x):\n    return np.sum(x)", "both") == {"return np.sum(x, axis=-1, keepdims=True)"}
    assert len(made("axes", "def f(x):\n    return x.sum()", "both")) == 2


def others_untouched(repair):
    """Whether all lines but those that edits start or end in are the same, byte for byte."""
    old, new = repair.data, repair.text
    for edit in sorted(repair.edits):
        start = old.rfind(b"\n", 0, edit.start) + 1
        if not new.startswith(old[:start]):
            return len(repair.edits) > 1
        break
    end = old.find(b"\n", max(edit.end for edit in repair.edits))
    return end < 0 or new.endswith(old[end:])


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_each_repair_of_an_example_parses_and_leaves_all_other_lines_as_they_are(path):
    data = path.read_bytes()
    found = list(repairs({"attention.py": data}))
    assert found
    assert len({repair.text for repair in found}) == len(found)
    for repair in found:
        ast.parse(repair.text)
        assert repair.text != data
        assert others_untouched(repair)
        assert repair.before == data.decode().split("\n")[repair.line - 1]
        follows = sum(edit.follows for edit in repair.edits)
        changed = [
            pair for pair in zip(data.split(b"\n"), repair.text.split(b"\n"), strict=False) if pair[0] != pair[1]
        ]
        assert len(changed) <= len(repair.lines) + follows or data.count(b"\n") != repair.text.count(b"\n")
        for line in repair.lines:
            assert line.after in repair.text.decode()
            assert line.after != line.before


def test_a_named_bug_is_looked_for_in_its_own_families_only():
    data = (ATTENTION / "examples" / "wrong" / "scale_missing.py").read_bytes()
    assert {repair.family for repair in repairs({"a.py": data}, bug="scale-missing")} == {"scale_in"}
    assert list(repairs({"a.py": data}, bug="hard-coded-answer")) == []


def test_every_bug_of_the_lab_has_families_of_its_own(attention):
    assert {example.bug for example in attention.manifest.examples.wrong.values()} <= set(order._OF_BUG)


def test_only_what_a_wrong_function_can_call_is_repaired():
    text = b"def a(x):\n    return x.sum(0)\ndef b(x):\n    return x.sum(0)\ndef c(x):\n    return b(x)\n"
    found = list(repairs({"a.py": text}, wrong=["c", "b"]))
    assert {(r.function, r.changes) for r in found} == {("b", frozenset("bc")), ("c", frozenset("c"))}


def test_what_is_nearest_to_the_named_function_comes_first():
    text = b"def helper(x):\n    return x.sum(0)\ndef f(x):\n    return helper(x).sum(1)\n"
    found = list(repairs({"a.py": text}, bug="softmax-axis", wrong=["f"], near="f"))
    assert [repair.function for repair in found] == sorted([repair.function for repair in found])  # f before helper
    assert {repair.near for repair in found if repair.function == "helper"} == {1}


def test_classes_lambdas_and_other_files_are_repaired_in_place():
    entry = b"from parts import Head\nimport torch\nattention = Head()\nsoftmax = lambda x: torch.softmax(x, dim=0)\n"
    parts = (
        b"class Head:\n    def __call__(self, x):\n        return self.mix(x)\n    def mix(self, x): return x.sum(0)\n"
    )
    found = list(repairs({"a.py": entry, "parts.py": parts}, bug="softmax-axis", wrong=["attention"]))
    assert {(repair.file, repair.function) for repair in found} == {("parts.py", "Head.mix")}
    lambdas = list(repairs({"a.py": entry, "parts.py": parts}, bug="softmax-axis", wrong=["softmax"]))
    assert {(repair.file, repair.line) for repair in lambdas} == {("a.py", 4)}
    assert b"lambda x: torch.softmax(x, dim=-1)" in lambdas[0].text


def test_columns_count_bytes_so_that_letters_of_any_script_do_no_harm():
    text = "def f(x, ä):\n    # größe ∑\n    s = 'Δ∑'; return (ä @ x.T) * 2, 'ü', x.sum(0)  # ∑\n"
    found = list(repairs({"a.py": text.encode()}, bug="softmax-axis"))
    assert "    s = 'Δ∑'; return (ä @ x.T) * 2, 'ü', x.sum(-1)  # ∑" in {repair.after for repair in found}


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_any_line_ending_and_a_byte_order_mark_are_kept(ending, mark):
    text = (mark + "def f(x): return x.sum(0)\n\n\ndef g(x):\n    return x.sum(0)\n").replace("\n", ending).encode()
    found = {
        repair.line: repair.text for repair in repairs({"a.py": text}, bug="softmax-axis") if b"(-1)" in repair.text
    }
    assert found[1] == text.replace(b"f(x): return x.sum(0)", b"f(x): return x.sum(-1)")
    assert found[5] == text.replace(b"    return x.sum(0)", b"    return x.sum(-1)")


def test_a_line_inside_a_long_expression_is_named_itself():
    text = b"def f(q, k):\n    return (\n        q.sum(\n            0\n        )\n        / 2\n    )\n"
    assert {repair.line for repair in repairs({"a.py": text}, bug="softmax-axis") if b"-1\n" in repair.text} == {4}


@pytest.mark.parametrize(
    "data", [b"def f(:\n", b"\x00", b"\xff\xfe", b"# coding: nothing\nx = 1\n", b"(" * 5000, b"x = 1\n" * 50_000, b""]
)
def test_what_cannot_be_parsed_or_is_no_lab_has_no_repairs(data):
    assert list(repairs({"a.py": data})) == []


@pytest.mark.parametrize(
    "body",
    [
        "    return " + "x * " * 800 + "x\n",
        "".join(f"    a{i} = a{i + 1} * a{i + 1}\n" for i in range(200)),
        "    a = b\n    b = a\n    return x / a\n",
        "    return " + "(" * 90 + "x.sum(0)" + ").T" * 90 + "\n",
        "".join(f"    v{i} = x @ v{i // 2}\n" for i in range(1500)),
        "    if x:\n" * 0 + "".join("    " + " " * i + "if x:\n" for i in range(95)) + " " * 100 + "return x.sum(0)\n",
    ],
    ids=["long product", "doubling", "circle", "nested", "many names", "deep"],
)
def test_texts_made_to_be_costly_are_given_up(body):
    began = time.process_time()
    list(repairs({"a.py": f"def f(x):\n{body}".encode()}))
    assert time.process_time() - began < 20  # seconds of our own processor time


def test_files_that_are_no_python_are_left_alone():
    assert list(repairs({"data.txt": b"def f(x):\n    return x.sum(0)\n"})) == []


@settings(max_examples=200)
@given(st.sampled_from(EXAMPLES), st.data())
def test_damaged_texts_are_repaired_soundly_or_not_at_all(path, data):
    text = path.read_bytes()
    at = data.draw(st.integers(0, len(text)))
    damaged = (
        text[:at]
        + data.draw(st.sampled_from([b"", b"(", b"\n", b"x", b"**", b",", "é".encode(), b":"]))
        + text[at + 1 :]
    )
    for repair in repairs({"a.py": damaged}, bug=data.draw(st.sampled_from(sorted(order._OF_BUG)))):
        ast.parse(repair.text)
        assert repair.lines


def test_two_repairs_are_made_together_unless_they_touch_the_same_bytes():
    data = b"abcdef\n"
    one, two, other = (Repair("a.py", data, (Edit(*at, b"X"),), "f", "f") for at in ((0, 1), (3, 4), (3, 5)))
    assert applied((one, two), {"a.py": data, "b.py": b""}) == {"a.py": b"XbcXef\n", "b.py": b""}
    assert applied((two, other), {"a.py": data}) is None
    assert applied((two, two), {"a.py": data}) is None


def test_a_pair_exchanged_is_exchanged_where_it_is_taken_apart_too():
    text = b"def f(v):\n    w = v\n    return w, v\n\ndef g(v):\n    a, b = f(v)\n    return b\n"
    found = [repair for repair in repairs({"a.py": text}, bug="returns-swapped") if b"return v, w" in repair.text]
    assert b"b, a = f(v)" in found[0].text
    assert [line.number for line in found[0].lines] == [3]


def test_the_examples_are_there():
    assert len(EXAMPLES) > 90
    assert all(Path(path).read_bytes() for path in EXAMPLES)
