"""Which functions are the same but for their looks."""

import re
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings

from grader.batch.evidence import evidence_csv, evidence_page
from grader.batch.normalform import functions
from grader.batch.passages import Passages, Side, passages
from grader.batch.similarity import Submission, similarity
from grader.errors import UsageError
from tests.render.reports import acting, any_text

FOLDER = Path(__file__).parents[2] / "assignments" / "attention"

PLAIN = """
def attention(Q, K, V):
    scores = Q @ K.T
    width = Q.shape[-1]
    scores = scores / width ** 0.5
    e = torch.exp(scores - scores.max(dim=-1, keepdim=True).values)
    weights = e / e.sum(dim=-1, keepdim=True)
    return weights @ V, weights
"""


def form(source):
    (function,) = functions(source.encode())
    return function.form


SAME = {
    "names": PLAIN.replace("scores", "s").replace("width", "d").replace("attention", "attend").replace("Q", "query"),
    "constants": PLAIN.replace("0.5", "0.25").replace("dim=-1", "dim=1"),
    "a docstring": PLAIN.replace("V):\n", 'V):\n    """Mine, all of it."""\n'),
    "comments": PLAIN.replace("    e =", "    # the exponentials\n\n    e ="),
    "annotations": PLAIN.replace("(Q, K, V)", "(Q: Tensor, K: Tensor, V: 'x') -> tuple").replace(
        "e = ", "e: Tensor = "
    ),
    "keywords in another order": PLAIN.replace("dim=-1, keepdim=True", "keepdim=True, dim=-1"),
    "the words of another library": PLAIN.replace("dim", "axis").replace("keepaxis", "keepdims"),
    "independent lines": PLAIN.replace(
        "    scores = Q @ K.T\n    width = Q.shape[-1]\n", "    width = Q.shape[-1]\n    scores = Q @ K.T\n"
    ),
    "decorators": f"@torch.no_grad()\n{PLAIN.strip()}\n",
}
OTHER = {
    "another operation": PLAIN.replace("@ V", "* V"),
    "another method": PLAIN.replace(".sum(", ".mean("),
    "names crossed": PLAIN.replace("return weights @ V, weights", "return weights @ V, scores"),
    "dependent lines": PLAIN.replace(
        "    width = Q.shape[-1]\n    scores = scores / width ** 0.5\n",
        "    scores = scores / width ** 0.5\n    width = Q.shape[-1]\n",
    ),
    "a step more": PLAIN.replace("    return", "    weights = weights + 1\n    return"),
    "sides of a division": PLAIN.replace("e / e.sum(dim=-1, keepdim=True)", "e.sum(dim=-1, keepdim=True) / e"),
}


@pytest.mark.parametrize("what", SAME)
def test_these_make_no_difference(what):
    assert SAME[what] != PLAIN
    assert form(SAME[what]) == form(PLAIN)


@pytest.mark.parametrize("what", OTHER)
def test_these_do(what):
    assert OTHER[what] != PLAIN
    assert form(OTHER[what]) != form(PLAIN)


def test_terms_and_factors_have_no_order_but_a_difference_has():
    assert form("def f(a, b):\n return a * b.T + torch.exp(a)") == form("def f(a, b):\n return torch.exp(a) + b.T * a")
    assert form("def f(a, b):\n return a.T - b") != form("def f(a, b):\n return b - a.T")


@pytest.mark.parametrize("source", ["def f(:", "\0", "(" * 1000, "-" * 100_000 + "1", "x" * 300_000, "f = lambda: 1"])
def test_what_is_no_function_of_a_lab_has_no_form(source):
    assert list(functions(source.encode())) == []


def test_a_function_is_shown_as_it_was_written_with_its_line():
    (function,) = functions(PLAIN.encode())
    assert (function.name, function.line) == ("attention", 2)
    assert function.text == PLAIN.strip()


def handed_in(key, *sources):
    return Submission(key, f"Student {key}", {"attention.py": "\n".join(sources).encode()})


ONE, TWO = (
    PLAIN,
    "def softmax(s):\n    e = torch.exp(s - s.amax(1, keepdim=True))\n    return e / e.sum(1, keepdim=True)\n",
)


def test_students_who_share_functions_are_shown_once_with_all_of_them():
    found = similarity([handed_in("a", ONE, TWO), handed_in("b", TWO, SAME["names"]), handed_in("c", OTHER["names crossed"])])  # fmt: skip
    (alike,) = found.alike
    assert alike.keys == ("a", "b")
    assert [form.functions[0].function.name for form in alike.forms] == ["attention", "softmax"]  # the longest first
    assert (found.students, found.hidden) == (3, [])


def test_what_the_starter_gives_is_nobodys_own():
    assert similarity([handed_in("a", TWO), handed_in("b", TWO)], TWO.encode()).alike == []


def test_a_form_that_many_have_is_hidden_and_counted_but_two_are_always_shown():
    many = [handed_in(f"s{n}", TWO) for n in range(12)]
    found = similarity([*many, handed_in("a", ONE), handed_in("b", ONE)], most_share=0.5)
    assert [form.students for form in found.hidden] == [12]
    assert [alike.keys for alike in found.alike] == [("a", "b")]
    assert found.most == 7


def test_one_student_with_the_same_function_twice_shares_with_nobody():
    assert similarity([handed_in("a", TWO, TWO.replace("softmax", "again"))]).alike == []


def test_few_of_the_accepted_styles_have_a_function_in_common():
    styles = sorted((FOLDER / "examples" / "accepted").glob("*.py"))
    submissions = [Submission(path.stem, path.stem, {path.name: path.read_bytes()}) for path in styles]
    found = similarity(submissions, (FOLDER / "starter.py").read_bytes())
    whole = [alike for alike in found.alike if len(alike.forms) > 3]
    assert whole == []  # no two of them are alike in everything


def test_passages_are_marked_in_both_texts_and_the_starters_are_not():
    pytest.importorskip("copydetect", reason="copydetect is not installed: pip install -e '.[similarity]'")
    starter = "def given(a):\n    return [one * 3 + a for one in range(a) if one % 7 == a // 2]\n"
    other = "class Other:\n    async def go(self):\n        for x in y:\n            await z[x]\n" * 3
    three = [
        handed_in("a", starter, ONE, TWO),
        handed_in("b", starter, SAME["names"], TWO),
        handed_in("c", starter, other),
    ]
    found = passages(three, starter.encode())
    ((one, two),) = found.pairs
    assert (one.key, two.key, found.more) == ("a", "b", 0)
    for side, whole in ((one, three[0]), (two, three[1])):
        assert "".join(text for text, _ in side.pieces).encode() == whole.files["attention.py"]
        assert any("keepdim" in text for text, common in side.pieces if common)


def test_without_copydetect_a_sentence_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "copydetect.detector", None)
    with pytest.raises(UsageError, match=r"pip install 'grader\[similarity\]'"):
        passages([])


def test_the_page_shows_the_code_side_by_side_and_says_what_it_is_not():
    page = evidence_page(similarity([handed_in("a", ONE), handed_in("b", SAME["names"])]), None, title="Attention")
    assert "It decides nothing" in page
    assert page.count("<pre") == 2
    assert "2 of 2 have it in this form" in page
    assert "%" not in page.split("<main>")[1]  # no number that could be taken for a verdict


def test_the_page_counts_what_many_write():
    many = [handed_in(f"s{n}", TWO) for n in range(12)]
    page = evidence_page(similarity(many), None, title="Attention")
    assert "<code>softmax</code>: 12 of 12" in page
    assert "<pre" not in page


@given(any_text)
@settings(max_examples=30, deadline=None)
def test_no_text_of_a_student_is_mark_up(text):
    def shown(words):
        source = f"def f():\n    return {words!r}, [g(x) for x in y]\n"
        pair = [Submission(key, words, {words: source.encode()}) for key in "ab"]
        side = Side("a", words, [(words, True), (words, False)])
        return evidence_page(similarity(pair), Passages([(side, side)], 1), title="")

    assert acting(shown(text)) == set()
    tags = [re.findall(r"<[^>]*>", shown(words)) for words in (f"a{text}", "a")]
    assert tags[0] == tags[1]


def test_the_table_has_a_row_for_each_function_and_runs_no_formula():
    pair = [Submission(key, "=1+1", {"attention.py": ONE.encode()}) for key in "ab"]
    head, *rows = evidence_csv(similarity(pair)).splitlines()
    assert head.startswith("form,students_with_it,hidden,key,name")
    assert [row.split(",")[3:5] for row in rows] == [["a", "'=1+1"], ["b", "'=1+1"]]
