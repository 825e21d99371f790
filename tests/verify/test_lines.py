"""A proof as text: lines for a log, tables for a person."""

from grader.terminal import Look
from grader.verify.lines import nearness, proof_text
from grader.verify.proof import Nearest
from tests.verify.made import proof

PLAIN = Look(80, color=False)


def test_lines_say_everything_and_can_be_searched():
    assert proof_text(proof(), PLAIN, tables=False).splitlines() == [
        "lab 1.2: not proven, 1 problem",
        "2 submissions with 5 seeds, on 1 and 4 threads; 100 mutants of the reference, 3 of them as right as it is.",
        "check shapes: 10 points, refuses 1 wrong example; nearest accepted 0.25 tolerances off, nearest wrong 40 "
        "(wrong/b.py)",
        "check numbers: 20 points, refuses 0 wrong examples; nearest accepted none, nearest wrong at any (wrong/b.py)",
        "ok accepted/a.py: full marks",
        "NOT AS PROMISED wrong/b.py: fails shapes numbers; rounded",
        "may get full marks: f: x doubled (Next week.)",
        "problem: wrong/b.py fails numbers in 3 of 5 runs (seed 1, 2, 3): the verdict is flaky: <i>x</i>",
    ]


def test_a_proven_rubric_says_so():
    told = proof_text(proof(problems=(), seeds=1, threads=(1,)), PLAIN, tables=False)
    assert told.startswith("lab 1.2: proven\n2 submissions with 1 seed, on 1 thread;")


def test_tables_mark_what_is_other_than_promised():
    told = proof_text(proof(), Look(100, color=False), tables=True)
    row = next(line for line in told.splitlines() if line.split()[:2] == ["b", "✗"])
    assert row.split() == ["b", "✗", "!", "rounded"]
    assert "\x1b" not in told
    assert "not proven: 1 problem" in told


def test_no_name_is_cut_however_narrow_the_terminal_is():
    rows = tuple(row.model_copy(update={"name": f"{row.kind}/{'long_' * 12}.py"}) for row in proof().rows)
    told = proof_text(proof(rows=rows), Look(60, color=False), tables=True)
    assert "…" not in told
    assert told.count("long_") >= 2 * 10


def test_a_large_margin_has_no_exponent():
    assert nearness(Nearest(name="a", margin=78_341.0)) == "78,000"
    assert [nearness(Nearest(name="a", margin=margin)) for margin in (2.44, 0.0012, 1e-9)] == ["2.4", "0.0012", "0"]


def test_only_problems_are_red():
    told = proof_text(proof(), Look(100, color=True), tables=True).splitlines()
    spared, problem = ([line for line in told if word in line] for word in ("may get full", "problem: "))
    assert ["\x1b[31m" in line for line in (*spared, *problem)] == [False, True]


def test_colours_are_for_terminals_that_have_them():
    assert "\x1b[" in proof_text(proof(), Look(100, color=True), tables=True)
