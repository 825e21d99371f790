"""Places are proven or not named: real lives, real examples, the right line of each written down by hand."""

import nbformat
import pytest

from grader.judge.proving import Hint, prove
from grader.judge.trials import Bench, all_parts, right_parts
from grader.sandbox.forkserver import ForkLauncher
from grader.sandbox.levels import best_level
from grader.submission.reading import read_submission
from tests.conftest import ATTENTION
from tests.judge.examining import SEED, examine, proven, source_of

WRONG = ATTENTION / "examples" / "wrong"

#: Where the bug stands in each wrong example that has it in one place.
ONE_LINE = {
    "attends_only_to_others": 19, "causal_mask": 20, "changes_its_inputs": 14, "dropout_left_on": 19,
    "fused_kernel_called": 19, "half_precision_returned": 19, "keys_reshaped": 14,
    "library_softmax_called": 9, "mix_averaged": 19, "mix_by_scores": 20, "mix_of_keys": 19, "mix_reversed": 19,
    "mix_transposed": 19, "name_from_the_notebook": 14, "output_normalised": 20, "projections_exchanged": 23,
    "projections_shared": 23, "projections_transposed": 23, "projections_with_bias": 24, "returns_a_third_value": 20,
    "returns_exchanged": 19, "returns_nothing": 20, "returns_output_only": 19, "root_of_an_integer": 12,
    "rounded_to_four_decimals": 19, "scale_as_power": 12, "scale_by_dk": 12, "scale_by_first_axis": 14,
    "scale_by_model_width": 24, "scale_by_number_of_keys": 14, "scale_by_value_width": 18, "scale_hard_coded": 12,
    "scale_missing": 12, "scale_missing_in_attention": 18, "scale_multiplied": 14, "scores_exchanged": 14,
    "scores_of_keys_only": 14, "scores_of_queries_only": 18, "softmax_clamped": 9, "softmax_divided_by_maximum": 9,
    "softmax_global_maximum": 9, "softmax_into_integers": 7, "softmax_logarithm": 10, "softmax_mean_shift": 9,
    "softmax_missing": 18, "softmax_numerator_only": 10, "softmax_over_queries_in_attention": 18,
    "softmax_picks_best_match": 9, "softmax_sigmoid": 9, "softmax_small_constant_unshifted": 9, "softmax_twice": 18,
    "softmax_unstable": 9, "softmax_unstable_numpy": 7, "softmax_without_exponential": 9,
    "softmax_without_keepdim": 10, "three_different_inputs": 23, "values_from_keys": 23, "weights_as_importance": 19,
}  # fmt: skip

#: Those in which it stands in more than one line.
MORE_LINES = {
    "features_attend": {14, 19}, "half_precision_inside": {18, 19}, "length_from_keys": {19, 20},
    "scale_after_softmax": {14, 18}, "softmax_flattened": {9, 10}, "softmax_over_queries": {9, 10},
    "softmax_over_queries_numpy": {7, 8}, "layer_made_inside": {23, 24}, "size_hard_coded": {19, 20},
    "worked_example_returned": {12, 16, 20}, "scale_twice": {14, 15}, "libraries_mixed": {10, 11, 12},
}  # fmt: skip
#: No small repair sets these right, or (`scale_twice`) two different ones do.
UNPROVEN = {"layer_made_inside", "size_hard_coded", "worked_example_returned", "scale_twice", "libraries_mixed"}

RIGHT = """import math
import torch

def softmax(scores):
    e = torch.exp(scores - scores.max(dim=-1, keepdim=True).values)
    return e / e.sum(dim=-1, keepdim=True)

def attention_scores(Q, K):
    return Q @ K.T / math.sqrt(K.shape[-1])

def attention(Q, K, V):
    weights = softmax(attention_scores(Q, K))
    return weights @ V, weights

def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
"""
PATIENT = {"seconds": 120.0}  # the machine that runs tests may be busy; lives are counted, not seconds


@pytest.fixture(scope="module")
def launcher():
    with ForkLauncher(best_level()) as launcher:
        yield launcher


def with_lines(text, **changes):
    """Exchange lines of a text: `L6="..."` for the sixth."""
    lines = text.split("\n")
    for key, line in changes.items():
        number = int(key[1:]) - 1
        indent = lines[number][: len(lines[number]) - len(lines[number].lstrip())]
        lines[number] = indent + line
    return "\n".join(lines)


def lines(proofs):
    return [proof.place.line for proof in proofs]


def test_every_wrong_example_has_its_line_written_down(attention):
    assert {*ONE_LINE, *MORE_LINES} == set(attention.manifest.examples.wrong)


def named(name, attention, launcher):
    """The lines proven for a wrong example, with the bug that the manifest declares as the hint."""
    source = read_submission(WRONG / f"{name}.py", entry="attention.py", notebook="defs")
    hint = Hint(attention.manifest.examples.wrong[name].bug)
    return set(lines(proven(source, attention, launcher, [hint], **PATIENT)))


@pytest.mark.parametrize("name", ONE_LINE)
def test_a_bug_of_one_line_is_proven_to_be_there(name, attention, launcher):
    assert named(name, attention, launcher) == {ONE_LINE[name]}


@pytest.mark.parametrize("name", MORE_LINES)
def test_a_bug_of_several_lines_has_all_of_them_named_or_none(name, attention, launcher):
    assert named(name, attention, launcher) == (set() if name in UNPROVEN else MORE_LINES[name])


@pytest.mark.parametrize("name", ["scale_missing", "returns_output_only", "softmax_unstable_numpy", "scale_twice"])
def test_without_a_named_bug_the_line_is_found_as_well(name, attention, launcher):
    source = read_submission(WRONG / f"{name}.py", entry="attention.py", notebook="defs")
    assert lines(proven(source, attention, launcher, **PATIENT)) == ([ONE_LINE[name]] if name in ONE_LINE else [])


def test_a_right_submission_has_no_place(attention, launcher):
    assert proven(source_of(RIGHT), attention, launcher, **PATIENT) == ()


def test_two_bugs_of_two_functions_get_a_place_each_in_the_order_of_the_hints(attention, launcher):
    text = with_lines(RIGHT, L6="return e / e.sum(dim=-1)", L9="return Q @ K.T")
    hints = [Hint("scale-missing", "attention_scores"), Hint("softmax-keepdim", "softmax")]
    found = proven(source_of(text), attention, launcher, hints, **PATIENT)
    assert [(proof.hint.bug, proof.place.line) for proof in found] == [("scale-missing", 9), ("softmax-keepdim", 6)]


def test_two_bugs_of_one_function_get_a_place_each(attention, launcher):
    text = with_lines(RIGHT, L12="weights = torch.softmax(Q @ K.T, dim=0)", L13="return weights @ K, weights")
    hints = [Hint("softmax-axis", "attention"), Hint("mix-not-values", "attention"), Hint("scale-missing", "attention")]
    both = with_lines(text, L12="weights = torch.softmax(Q @ K.T / math.sqrt(K.shape[-1]), dim=0)")
    found = proven(source_of(both), attention, launcher, hints[:2], most_lives=400, **PATIENT)
    assert [(proof.hint.bug, proof.place.line) for proof in found] == [("softmax-axis", 12), ("mix-not-values", 13)]
    assert proven(source_of(text), attention, launcher, hints, most_lives=400, **PATIENT) == ()  # three are too many


def test_where_only_the_checks_of_one_hint_come_to_pass_only_its_line_is_named(attention, launcher):
    text = with_lines(RIGHT, L9="return Q @ K.T", L16="return attention(X @ W_q.sin(), X @ W_k, X @ W_v)")
    scale = Hint("scale-missing", "attention_scores", ("worked_example", "sqrt_dk", "fused_match"))
    found = proven(source_of(text), attention, launcher, [scale, Hint("projections-bias")], **PATIENT)
    assert [(proof.hint, proof.place.line) for proof in found] == [(scale, 9)]


def test_lines_that_would_do_as_well_as_each_other_are_not_named(attention, launcher):
    twice = RIGHT.replace("    return Q @ K.T /", "    Q = Q / math.sqrt(K.shape[-1])\n    return Q @ K.T /")
    assert proven(source_of(twice), attention, launcher, [Hint("scale-twice")], **PATIENT) == ()


@pytest.mark.parametrize("seconds", [0.3, 0.6, 1.0, 1.5, 2.5])
def test_a_search_that_runs_out_of_time_names_no_line_that_might_have_a_rival(seconds, attention, launcher):
    source = read_submission(WRONG / "scale_twice.py", entry="attention.py", notebook="defs")
    assert proven(source, attention, launcher, [Hint("scale-twice")], seconds=seconds) == ()


def test_an_altered_definition_counts_before_a_step_put_in(attention, launcher):
    text = with_lines(RIGHT, L9="return Q @ K.T / K.shape[-1]")
    found = proven(source_of(text), attention, launcher, [Hint("scale-dk", "attention")], change=True, **PATIENT)
    assert [proof.place.change for proof in found] == ["return Q @ K.T / math.sqrt(K.shape[-1])"]


def test_the_change_is_told_only_when_asked_for(attention, launcher):
    source = source_of(with_lines(RIGHT, L9="return Q @ K.T"))
    place = proven(source, attention, launcher, [Hint("scale-missing")], **PATIENT)[0].place
    assert (place.file, place.line, place.where, place.code, place.change) == (
        "attention.py",
        9,
        "line 9",
        "return Q @ K.T",
        "",
    )


def test_a_bug_in_a_helper_file_or_a_class_is_found_there(attention, launcher):
    head = "class Head:\n    def weigh(self, scores):\n        return torch.softmax(scores, dim=0)\n"
    text = with_lines(
        "import torch\nfrom steps import Head\n" + RIGHT, L14="weights = Head().weigh(attention_scores(Q, K))"
    )
    source = source_of(text, **{"steps.py": "import torch\n\n\n" + head})
    found = proven(source, attention, launcher, [Hint("softmax-axis", "attention")], **PATIENT)
    assert [(proof.place.file, proof.place.where) for proof in found] == [("steps.py", "steps.py, line 6")]


def test_a_notebook_is_located_by_its_cells(attention, launcher, tmp_path):
    cells = [nbformat.v4.new_code_cell(part.strip()) for part in with_lines(RIGHT, L9="return Q @ K.T").split("\n\n")]
    path = tmp_path / "lab.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=cells), path)
    source = read_submission(path, entry="attention.py", notebook="defs")
    found = proven(source, attention, launcher, [Hint("scale-missing")], **PATIENT)
    assert [proof.place.where for proof in found] == ["cell 3, line 2"]


@pytest.mark.parametrize("text", ["def attention(:\n", "raise SystemExit(1)\n", "x = 1\n"])
def test_what_cannot_be_read_or_run_has_no_place(text, attention, launcher):
    assert proven(source_of(text), attention, launcher, **PATIENT) == ()


def counting(launcher):
    """Count the lives that a launcher starts from here on."""
    lives = []
    start = launcher.start

    class Counted:
        level, layers = launcher.level, launcher.layers

        def start(self):
            lives.append(1)
            return start()

    return Counted(), lives


def test_no_more_lives_are_started_than_allowed_and_an_unfinished_search_names_nothing(attention, launcher):
    source = source_of(with_lines(RIGHT, L13="return weights @ K, weights"))
    counted, lives = counting(launcher)
    seen = examine(source, attention, launcher)
    asked = {"functions": seen.functions, "arrays": seen.arrays, "seed": SEED, **PATIENT}
    assert prove(source, attention, counted, seen.load, seen.answered, most_lives=3, **asked) == ()
    assert len(lives) <= 4  # the last one may take a fresh life for a check that asks for it
    assert prove(source, attention, counted, seen.load, seen.answered, most_lives=0, **asked) == ()


def test_repairs_that_hang_cost_no_more_than_the_time_allowed(attention, launcher):
    hangs = "\n\ndef attention_scores(Q, K):\n    x = Q @ K.T\n    while x is not None:\n        pass\n\n"
    text = RIGHT.split("\n\ndef attention_scores")[0] + hangs + RIGHT[RIGHT.index("def attention(") :]
    source = source_of(text)
    limits = attention.manifest.limits.model_copy(update={"call_seconds": 0.5})
    lab = attention.model_copy(update={"manifest": attention.manifest.model_copy(update={"limits": limits})})
    seen = examine(source, lab, launcher)
    counted, lives = counting(launcher)
    asked = {"functions": seen.functions, "arrays": seen.arrays, "seed": SEED}
    assert prove(source, attention, counted, seen.load, seen.answered, seconds=2.0, **asked) == ()
    assert 1 <= len(lives) <= 3  # each hangs for a second


def test_without_walls_nothing_is_run_unless_asked_for(attention):
    source = source_of(with_lines(RIGHT, L9="return Q @ K.T"))
    with ForkLauncher("process") as launcher:
        assert launcher.level == "process"
        assert proven(source, attention, launcher, [Hint("scale-missing")], **PATIENT) == ()
        assert lines(proven(source, attention, launcher, [Hint("scale-missing")], unconfined=True, **PATIENT)) == [9]


def test_a_submission_that_sees_that_it_is_repaired_changes_the_place_shown_to_it_and_nothing_else(attention, launcher):
    """It looks for a change of a decoy, and answers rightly only then: it is shown the decoy, and keeps its score."""
    lines_of = RIGHT.split("\n")
    lines_of[8:9] = ["    decoy = Q.sum(dim=0)", "    return Q @ K.T / (math.sqrt(K.shape[-1]) if -1 in SEEN() else 1)"]
    lines_of.append("def SEEN():\n    return [k for k in attention_scores.__code__.co_consts[1:3]]")
    source = source_of("\n".join(lines_of))
    before = examine(source, attention, launcher)
    found = proven(source, attention, launcher, [Hint("softmax-axis")], **PATIENT)
    after = examine(source, attention, launcher)
    assert lines(found) == [9]
    verdicts = [[item.find(seen.answered[item.id]) for item in attention.manifest.check] for seen in (before, after)]
    assert verdicts[0] == verdicts[1]


def test_the_telling_question_is_one_that_was_answered_wrongly(attention, launcher):
    source = source_of(with_lines(RIGHT, L13="return weights @ K, weights"))
    seen = examine(source, attention, launcher)
    bench = Bench(source, attention, launcher, seen.load, seen.answered, arrays=False, seed=SEED, lives=9, seconds=9)
    assert list(bench.telling) == ["attention", "self_attention"]
    assert all(right_parts(answer) < all_parts(answer) for answer in bench.telling.values())
    assert {item.id for item in bench.failing} == {"shapes", "worked_example", "fused_match", "projections"}
