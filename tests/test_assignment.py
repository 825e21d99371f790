"""Manifests: what is wrong in one is told with file, line, key and the key that was meant."""

import shutil
import tomllib

import jsonschema
import pytest

from grader.assignment import load_assignment
from grader.errors import AssignmentError
from grader.manifest import Manifest
from tests.conftest import ATTENTION, ROOT


@pytest.fixture
def folder(tmp_path):
    """A copy of the lab without its examples."""
    shutil.copytree(ATTENTION, tmp_path / "lab", ignore=shutil.ignore_patterns("examples"))
    return tmp_path / "lab"


def changed(folder, old, new):
    path = folder / "assignment.toml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(AssignmentError) as caught:
        load_assignment(folder)
    return str(caught.value)


def line_with(fragment):
    lines = (ATTENTION / "assignment.toml").read_text().splitlines()
    return next(number for number, line in enumerate(lines, start=1) if fragment in line)


def test_the_shipped_lab_is_worth_a_hundred_points(attention):
    assert attention.max_score == 100
    assert attention.manifest.id == "attention"


def test_points_are_those_of_the_design(attention):
    assert {item.id: item.points for item in attention.manifest.check} == {
        "shapes": 10, "worked_example": 10, "row_sums": 10, "softmax_axis": 15, "overflow": 15,
        "sqrt_dk": 15, "fused_match": 15, "projections": 5, "purity": 5,
    }  # fmt: skip


def test_an_unknown_key_is_told_with_its_line_and_the_nearest_known_one(folder):
    message = changed(folder, "memory_mb = 1024", "memory_md = 1024")
    assert f"assignment.toml:{line_with('memory_mb')}: unknown key" in message
    assert 'did you mean "memory_mb"?' in message


def test_an_unknown_key_of_a_check_is_told_with_the_line_in_that_check(folder):
    message = changed(folder, 'weights_tolerance = "coarse"', 'weights_tolerence = "coarse"')
    assert f":{line_with('weights_tolerance')}: unknown key" in message
    assert '"weights_tolerance"' in message


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('kind = "row_sums"', 'kind = "row_sum"', "row_sums"),
        ('id = "attention"', 'id = "Attention Lab"', "id"),
        ("call_seconds = 10", "call_seconds = 0", "call_seconds"),
        ("points = 10", "points = -1", "points"),
        ("largest = 11", "largest = 8", "too few"),
        ('of = "self_attention.output"', 'of = "self_attention.result"', 'returns no "result"'),
        ('own = "attention.output"', 'own = "cross_attention.output"', 'calls "cross_attention"'),
        ('rows_of = "Q"', 'rows_of = "queries"', 'takes no "queries"'),
        ('tokens = "X"', 'tokens = "x"', 'takes no "x"'),
        ('V = "W_v" }', 'V = "W_o" }', 'takes no "W_o"'),
        ('scores = "scores"', 'scores = "score"', 'takes no "score"'),
        ('show = "attention.weights"', 'show = "attention.weight"', 'returns no "weight"'),
        ('show = "attention.weights"', 'show = "self_attention.weights"', "is not among the given"),
        ('id = "purity"', 'id = "shapes"', 'two checks are called "shapes"'),
        ('fails = ["shapes"] }', 'fails = ["shape"] }', 'fails "shape"'),
        ('version = "1.0.0"\n', "", '"version" is missing'),
        ("[limits]", "[limits", "not TOML"),
        ("scores_tolerance = 0.001", "", "scores and scores_tolerance go together"),
        ('rows_of = "scores"', 'rows_of = "score"', 'did you mean "scores"?'),
        ('kind = "shapes"', 'kind = "shapes"\nneeds = ["purity"]', 'needs "purity", but no [[check]] above it'),
        ('kind = "projections"', 'kind = "projections"\npartial = true', "has not several things"),
        ('{ name = "Q", ', '{ name = "Q", optional = true, ', "optional arguments stand behind the others"),
        ('{ name = "weights", shape = ["n", "n"] }', '{ name = "weights", shape = ["n", "m"] }', 'dimension "m"'),
        ('square = [["n_q", "n_k"]]', 'square = [["n_q", "n_kk"]]', 'did you mean "n_k"?'),
        ("spread = 1.5 }]", 'kind = "drawn" }]', "'array', 'mask'"),
        ("spread = 1.5 }]", 'kind = "fixed" }]', '"function.0.arguments.0.value" is missing'),
        ('inside = ["softmax"]', 'inside = ["soft_max"]', 'is called "soft_max"; did you mean "softmax"?'),
        ('inside = ["softmax"]', 'inside = ["softmax", "attn"]', 'no [[function]] is called "attn"; did'),
        ('"reference.attention:softmax"', '"reference.attention"', "does not say which function"),
        ('"reference.attention:softmax"', '"reference.py:softmax"', "there is no reference.py."),
        ('"reference.rounding:softmax_rounding"', '"bounds.py:softmax"', "there is no bounds.py."),
        ("\n[limits]", '\n[feedback]\nwords = "none.toml"\n[limits]', "there is no none.toml."),
    ],
)
def test_what_does_not_fit_is_told(folder, old, new, told):
    assert told in changed(folder, old, new)


def test_what_does_not_fit_together_is_told_with_its_line(folder):
    message = changed(folder, 'own = "attention.output"', 'own = "cross_attention.output"')
    start = line_with('id = "projections"') - 1
    assert f"assignment.toml:{start}: check" in message


def test_all_that_does_not_fit_is_told_at_once(folder):
    path = folder / "assignment.toml"
    path.write_text(path.read_text().replace('tokens = "X"', 'tokens = "x"').replace('rows_of = "Q"', 'rows_of = "q"'))
    with pytest.raises(AssignmentError) as caught:
        load_assignment(folder)
    assert len(str(caught.value).splitlines()) == 2


def test_extra_points_come_on_top(folder):
    path = folder / "assignment.toml"
    path.write_text(path.read_text().replace('kind = "purity"', 'kind = "purity"\nextra = true'))
    assert load_assignment(folder).max_score == 95


@pytest.mark.parametrize("lab", sorted(ROOT.glob("assignments/*/assignment.toml")), ids=lambda path: path.parent.name)
def test_the_schema_of_the_manifest_fits_every_shipped_lab(lab):
    jsonschema.validate(tomllib.loads(lab.read_text()), Manifest.model_json_schema())


def test_a_folder_without_manifest_is_told(tmp_path):
    with pytest.raises(AssignmentError, match="cannot be read"):
        load_assignment(tmp_path)


def test_the_digest_changes_with_any_file_and_with_nothing_else(folder):
    first = load_assignment(folder).digest
    assert load_assignment(folder).digest == first
    (folder / "README.md").write_text("another handout")
    assert load_assignment(folder).digest != first


def test_a_check_takes_a_tolerance_by_name(attention):
    assert attention.manifest.tolerances["coarse"] == 0.02
    assert {item.tolerance for item in attention.manifest.check if item.id in ("row_sums", "overflow")} == {0.02}


@pytest.mark.parametrize("key", ["rows_tolerance", "rounding"])
def test_a_tolerance_that_has_no_name_is_told_with_its_line_and_the_nearest_one(folder, key):
    old = 'tolerance = "coarse"' if key == "rows_tolerance" else 'rounding = "reference.rounding:softmax_rounding"'
    message = changed(folder, old, old.partition("=")[0] + '= "coarze"')
    assert f"assignment.toml:{line_with(old)}: " in message
    assert '[tolerances] has no "coarze"; did you mean "coarse"?' in message


def test_a_named_tolerance_is_a_number_above_0(folder):
    message = changed(folder, "coarse = 0.02", "coarse = 0.0")
    assert f"assignment.toml:{line_with('coarse = 0.02')}: tolerances.coarse" in message


def test_an_unknown_key_within_a_list_over_several_lines_is_told_with_its_own_line(folder):
    message = changed(folder, 'name = "W_k", aliases', 'name = "W_k", aliasses')
    assert f"assignment.toml:{line_with('W_key')}: unknown key" in message


CLASS = """
[function.from_class]
name = "SelfAttention"
constructor = [
    { name = "width", kind = "size", of = "d" },
    "W_v",
]
weights = [
    "W_q",
    "W_k",
]

[[deny]]
names = ["torch.nn"""


@pytest.mark.parametrize(
    ("old", "new", "below", "told"),
    [
        ('of = "d"', 'of = "d_model"', 3, 'no argument of self_attention has the axis "d_model"'),
        ('"W_v"', '"W_w"', 4, 'self_attention takes no "W_w"; did you mean "W_v"?'),
        ('"W_k"', '"W_kk"', 8, 'self_attention takes no "W_kk"; did you mean "W_k"?'),
        ('"W_k"', '"W_v"', 8, 'the constructor of SelfAttention takes "W_v" already'),
        ("weights = ", "weigths = ", 6, 'unknown key "function.3.from_class.weigths"; did you mean "weights"?'),
    ],
)
def test_a_class_that_is_given_what_its_function_does_not_take_is_told_with_the_line(folder, old, new, below, told):
    message = changed(folder, '\n[[deny]]\nnames = [\n    "torch.nn', CLASS.replace(old, new))
    first = line_with("[[deny]]")
    assert f"assignment.toml:{first + below}: {told}" in message


def test_a_class_may_be_there_in_the_place_of_a_function(folder):
    path = folder / "assignment.toml"
    path.write_text(path.read_text().replace('\n[[deny]]\nnames = [\n    "torch.nn', CLASS, 1))
    assert "SelfAttention" in load_assignment(folder).manifest.function_names


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("spread = 1.5 }]", "spred = 1.5 }]", ['"function.0.arguments.0.spread" is missing.', 'unknown key "function.0']),
        ("spread = 1.5 }]", "spread = 0 }]", ["function.0.arguments.0.spread: Input should be greater than 0."]),
        ('shape = ["n_q", "n_k"], spread = 1.5', "shape = [1.5, 2], spread = 1.5",
         ["function.0.arguments.0.shape.0: Input should be a valid string or a valid integer."]),
        ('kind = "purity"\n', "", ['"check.8.kind" is missing.']),
        ('[{ name = "scores", aliases = ["x", "s", "scores"], shape = ["n_q", "n_k"], spread = 1.5 }]', '["scores"]',
         ["function.0.arguments.0 is to be a table."]),
        ("scores = [[2, 2, 0]]", "scores = [[2, 2], [0]]", ["its rows are of several lengths."]),
        ("scores = [[2, 2, 0]]", 'scores = [["a", 2, 0]]', ["Input should be a valid boolean or a valid integer or a valid number"]),
    ],
)  # fmt: skip
def test_one_mistake_is_told_in_one_line_where_it_stands(folder, old, new, told):
    """Neither what holds it nor any of the types that were tried is told beside it."""
    lines = changed(folder, old, new).splitlines()
    text = (folder / "assignment.toml").read_text()
    place = text[: text.index(new)].count("\n") + 1 if new else None
    assert len(lines) == len(told)
    for line, part in zip(lines, told, strict=True):
        assert part in line
        assert place is None or f"assignment.toml:{place}: " in line


def test_a_manifest_may_begin_with_a_byte_order_mark(folder):
    path = folder / "assignment.toml"
    path.write_text(f"\N{BYTE ORDER MARK}{path.read_text()}", encoding="utf-8")
    assert load_assignment(folder).manifest.id == "attention"


@pytest.mark.parametrize("name", [".DS_Store", ".reference.py.swp", ".git/HEAD", "__pycache__/reference.pyc"])
def test_what_others_leave_in_a_folder_does_not_change_the_digest(folder, name):
    first = load_assignment(folder).digest
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text("whatever")
    assert load_assignment(folder).digest == first


def test_a_folder_below_one_that_begins_with_a_dot_has_a_digest_of_its_files(folder, tmp_path):
    hidden = shutil.copytree(folder, tmp_path / ".labs" / "lab")
    first = load_assignment(hidden).digest
    assert first == load_assignment(folder).digest
    (hidden / "README.md").write_text("another handout")
    assert load_assignment(hidden).digest != first
