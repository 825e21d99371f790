import numpy as np
import pytest

from grader.checks.case import Answer, Case, Expected, Failure
from grader.diagnosis import symptoms
from grader.report import Cause
from reference import attention as right
from tests.diagnosis.made import FUNCTIONS, answers, named

ATTENTION = FUNCTIONS["attention"]


def raised(text, Q=(5, 3), K=(6, 3)):
    case = Case("", "attention", {"Q": np.ones(Q), "K": np.ones(K), "V": np.ones((K[0], 2))})
    return [Answer(case, {}, failure=Failure(Cause.EXCEPTION, "", raised=text))]


@pytest.mark.parametrize(("text", "bug"), [
    ("NameError: name 'd_k' is not defined", "name-undefined"),
    ("UnboundLocalError: local variable 'e' referenced before assignment", "name-undefined"),
    ("NotImplementedError: ", "not-implemented"),
    ("OverflowError: math range error", "softmax-unstable"),
    ("TypeError: sqrt(): argument 'input' (position 1) must be Tensor, not int", "api-misuse"),
    ("TypeError: 'torch.Size' object is not callable", "api-misuse"),
    ("TypeError: softmax(): argument 'input' (position 1) must be Tensor, not numpy.ndarray", "frameworks-mixed"),
    ("AttributeError: 'Tensor' object has no attribute 'astype'", "frameworks-mixed"),
    ("AttributeError: 'numpy.ndarray' object has no attribute 'softmax'", "frameworks-mixed"),
    ("TypeError: unsupported operand type(s) for @: 'Tensor' and 'numpy.ndarray'", "frameworks-mixed"),
    ("RuntimeError: mat1 and mat2 shapes cannot be multiplied (5x3 and 6x3)", "keys-not-transposed"),
    ("ValueError: matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature "
     "(n?,k),(k,m?)->(n?,m?) (size 6 is different from 3)", "keys-not-transposed"),
    ("RuntimeError: mat1 and mat2 shapes cannot be multiplied (5x5 and 6x2)", ""),
    ("ValueError: I do not like these numbers", ""),
    ("ZeroDivisionError: division by zero", ""),
])  # fmt: skip
def test_an_exception_is_read_as_the_bug_it_shows(text, bug):
    assert symptoms.failing(ATTENTION, raised(text)) == bug


SAMPLES, HEADS = {"Q": (3, 8, 9), "K": (3, 5, 9)}, {"Q": (2, 4, 8, 7), "K": (2, 4, 5, 7)}
CORE = "ValueError: matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (n?,k),(k,m?)"


@pytest.mark.parametrize(("text", "line", "shapes", "bug"), [
    ("RuntimeError: Expected size for first two dimensions of batch2 tensor to be: [3, 9] but got: [3, 5].",
     "Q @ K", SAMPLES, "keys-not-transposed"),
    ("RuntimeError: Expected size for first two dimensions of batch2 tensor to be: [8, 7] but got: [8, 5].",
     "Q @ K", HEADS, "keys-not-transposed"),
    (CORE + "->(n?,m?) (size 5 is different from 9)", "Q @ K", SAMPLES, "keys-not-transposed"),
    (CORE + "->(n?,m?) (size 5 is different from 9)", "Q @ K.T", SAMPLES, "axes-transposed"),
    ("RuntimeError: The size of tensor a (3) must match the size of tensor b (9) at non-singleton dimension 0",
     "Q @ K.T", SAMPLES, "axes-transposed"),
    ("RuntimeError: The size of tensor a (4) must match the size of tensor b (5) at non-singleton dimension 1",
     "Q @ K.T", HEADS, "axes-transposed"),
    ("RuntimeError: The size of tensor a (3) must match the size of tensor b (5) at non-singleton dimension 0",
     "Q @ K.transpose(0, 1)", SAMPLES, "axes-transposed"),
    ("ValueError: shapes (3,8,9) and (9,5,3) not aligned: 9 (dim 2) != 5 (dim 1)", "Q.dot(K.T)", SAMPLES, "axes-transposed"),
    ("RuntimeError: t() expects a tensor with <= 2 dimensions, but self is 3D", "Q @ K.t()", SAMPLES, "axes-transposed"),
    ("RuntimeError: self must be a matrix", "Q.mm(K)", SAMPLES, "rank-fixed"),
    ("RuntimeError: The size of tensor a (8) must match the size of tensor b (5) at non-singleton dimension 1",
     "Q * K", SAMPLES, ""),
    ("RuntimeError: The size of tensor a (3) must match the size of tensor b (2) at non-singleton dimension 0",
     "Q @ other", SAMPLES, ""),
    ("ValueError: shapes (3,8,9) and (7,5,3) not aligned: 9 (dim 2) != 5 (dim 1)", "Q.dot(other)", SAMPLES, ""),
])  # fmt: skip
def test_a_product_that_fails_with_axes_in_front_is_read_by_its_sizes(text, line, shapes, bug):
    case = Case("", "attention", {name: np.ones(shape) for name, shape in {**shapes, "V": shapes["K"]}.items()})
    failure = Failure(Cause.EXCEPTION, f"attention raised {text} (line 3: {line})", raised=text)
    assert symptoms.failing(ATTENTION, [Answer(case, {}, failure=failure)]) == bug


@pytest.mark.parametrize("text", [
    "AttributeError: MultiHead has no attribute W_q to put that matrix into",
    "ValueError: W_q holds (9, 9), where (4, 3) is given",
])  # fmt: skip
def test_a_class_whose_weights_cannot_be_set_is_named(text):
    assert symptoms.failing(ATTENTION, raised(text)) == "weights-not-settable"


def test_a_failure_that_names_its_bug_is_believed():
    answer = Answer(Case("", "attention", {}), {}, failure=Failure(Cause.POLICY, "", bug="forbidden-call"))
    assert symptoms.failing(ATTENTION, [answer]) == "forbidden-call"


@pytest.mark.parametrize(("decimals", "bugs"), [(2, [{"rounded"}]), (4, [{"rounded"}]), (9, [])])
def test_rounding_is_named_where_it_shows(decimals, bugs):
    def attention(Q, K, V):
        return tuple(np.round(value, decimals) for value in right.attention(Q, K, V))

    assert named(attention=attention) == bugs


@pytest.mark.parametrize(("dtype", "bugs"), [(np.float16, [{"precision-lost"}]), (np.float32, [])])
def test_half_precision_is_named_and_single_is_not(dtype, bugs):
    def attention(Q, K, V):
        return tuple(value.astype(dtype).astype(np.float64) for value in right.attention(Q, K, V))

    assert named(attention=attention) == bugs


def test_whole_numbers_are_named():
    assert {"integer-result"} in named(softmax=lambda scores: right.softmax(scores).astype(int))


def test_dropout_is_told_from_weights_drawn_anew():
    rng = np.random.default_rng(0)

    def dropped(Q, K, V):
        weights = right.softmax(right.attention_scores(Q, K)) * (rng.random((len(Q), len(K))) > 0.5) * 2
        return weights @ V, weights

    def drawn(X, W_q, W_k, W_v):
        return right.self_attention(X, *(rng.standard_normal(W.shape) for W in (W_q, W_k, W_v)))

    assert named(attention=dropped) == [{"dropout-active"}]
    assert named(self_attention=drawn) == [{"not-deterministic"}]


def test_an_argument_changed_in_place_is_named():
    def attention_scores(Q, K):
        Q /= np.sqrt(K.shape[-1])
        return Q @ K.T

    assert named(attention_scores=attention_scores) == [{"mutates-inputs"}]


def test_the_worked_example_written_into_the_code_is_named():
    Q = K = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
    scores = np.round(right.attention_scores(Q, K), 4)
    assert named(attention_scores=lambda Q, K: scores) == [{"hard-coded-answer"}]


def expected(value):
    return Expected(value, np.full_like(value, 1e-6), np.full_like(value, 1e-12))


def test_answers_to_one_question_that_differ_are_unstable_and_equal_ones_are_not():
    case = Case("", "softmax", {"scores": np.ones((2, 2))})
    one, other = (Answer(case, {}, {"weights": np.full((2, 2), value)}) for value in (0.5, 0.4))
    assert symptoms.unstable([one, other])
    assert not symptoms.unstable([one, one])


def test_a_function_right_for_one_size_only_has_that_size_written_into_it():
    given = answers()["attention_scores"]
    kept = [a for a in given if a.case.arguments["Q"].shape == given[0].case.arguments["Q"].shape
            and a.case.arguments["K"].shape == given[0].case.arguments["K"].shape]  # fmt: skip
    broken = Failure(Cause.EXCEPTION, "", raised="ValueError: shapes")
    failed = [Answer(a.case, a.want, failure=broken) for a in given if a not in kept]
    assert symptoms.sizes(FUNCTIONS["attention_scores"], kept, failed)[0] == "hard-coded-size"
    assert symptoms.sizes(FUNCTIONS["attention_scores"], given, []) == ()
