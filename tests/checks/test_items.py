"""Every item of the rubric: passes for the right functions, and fails for the mistakes that belong to it."""

import numpy as np
import pytest

from grader.checks.case import Failure
from grader.report import Cause, Status
from reference import attention as right
from tests.checks.trying import ITEMS, attention_with, find, softmax


def over_queries(scores):
    return softmax(scores.T).T


def unshifted(scores):
    return np.exp(scores) / np.exp(scores).sum(-1, keepdims=True)


def global_maximum(scores):
    e = np.exp(scores - scores.max())
    return e / e.sum(-1, keepdims=True)


def unscaled(Q, K):
    return Q @ K.T


CAUGHT = {
    "shapes": [
        {"softmax": lambda s: softmax(s).T},
        {"attention_scores": lambda Q, K: K @ Q.T},
        {"softmax": lambda s: softmax(s).astype(np.float16)},
        {"softmax": lambda s: np.ones(s.shape, dtype=int)},
        {"attention": lambda Q, K, V: right.attention(Q, K, V).output},
        {"softmax": lambda s: np.float64(1)},
        {"softmax": lambda s: np.empty((0,))},
        {"softmax": lambda s: softmax(s)[None]},
        {"self_attention": Failure(Cause.MISSING, "none")},
    ],
    "worked_example": [
        {"attention_scores": unscaled},
        {"softmax": over_queries},
        {"attention": attention_with(mix=lambda w, v: w.T @ v)},
        {"attention": attention_with(softmax, unscaled)},
        {"softmax": lambda s: softmax(s) + 0.0007},
        {"softmax": lambda s: softmax(s) * np.nan},
    ],
    "row_sums": [
        {"softmax": over_queries},
        {"softmax": lambda s: s / s.sum(-1, keepdims=True)},
        {"softmax": lambda s: softmax(s) * 1.05},
        {"softmax": lambda s: 1 / (1 + np.exp(-s))},
        {"softmax": lambda s: np.full(s.shape, 1 / s.shape[-1])},
        {"attention": attention_with(over_queries)},
        {"attention": attention_with(lambda s: softmax(s) / 2)},
        {"softmax": lambda s: softmax(s) * np.nan},
    ],
    "softmax_axis": [
        {"softmax": over_queries},
        {"softmax": lambda s: np.exp(s) / np.exp(s).sum()},
        {"softmax": lambda s: np.exp(s)},
        {"softmax": lambda s: np.full(s.shape, 1 / s.shape[-1])},
        {"attention": attention_with(over_queries)},
        {"attention": attention_with(lambda s: s)},
    ],
    "overflow": [
        {"softmax": unshifted},
        {"softmax": global_maximum},
        {"softmax": lambda s: unshifted(s - s.mean(-1, keepdims=True))},
        {"softmax": lambda s: unshifted(np.clip(s, -50, 50))},
        {"softmax": lambda s: np.nan_to_num(unshifted(s))},
        {"softmax": lambda s: s},
        {"softmax": lambda s: np.full(s.shape, 1 / s.shape[-1])},
        {"softmax": lambda s: unshifted(s) if s.dtype == np.float64 else softmax(s)},
        {"attention": attention_with(unshifted)},
        {"attention": attention_with(global_maximum)},
        {"attention": attention_with(lambda s: unshifted(s - np.maximum(s.max(-1, keepdims=True), 0)))},
        {"attention": attention_with(lambda s: softmax(np.maximum(s, -50)))},
    ],
    "sqrt_dk": [
        {"attention_scores": unscaled},
        {"attention_scores": lambda Q, K: Q @ K.T / K.shape[-1]},
        {"attention_scores": lambda Q, K: Q @ K.T * np.sqrt(K.shape[-1])},
        {"attention_scores": lambda Q, K: Q @ K.T / np.sqrt(len(K))},
        {"attention_scores": lambda Q, K: Q @ K.T / 8},
        {"attention_scores": lambda Q, K: Q @ K.T / np.sqrt(K.shape[-1] + 1)},
        {"attention_scores": lambda Q, K: K @ K.T / np.sqrt(K.shape[-1])},
        {"attention_scores": lambda Q, K: np.zeros((len(Q), len(K)))},
        {"attention_scores": lambda Q, K: np.ones((len(Q), len(K)))},
        {"attention_scores": lambda Q, K: Q[:, :1] * K[:, 0]},
        {"attention_scores": lambda Q, K: Q @ K.T * 1e-200},
        {"attention_scores": lambda Q, K: Q @ K.T * 1e200},
        {"attention": attention_with(scores=unscaled)},
        {"attention": attention_with(scores=lambda Q, K: Q @ K.T / K.shape[-1])},
        {"attention": attention_with(over_queries, unscaled)},
    ],
    "fused_match": [
        {"attention_scores": unscaled},
        {"softmax": over_queries},
        {"softmax": lambda s: softmax(softmax(s))},
        {"softmax": lambda s: np.round(softmax(s), 4)},
        {"softmax": lambda s: softmax(s.astype(np.float16))},
        {"attention": attention_with(mix=lambda w, v: w @ v / len(v))},
        {"attention": lambda Q, K, V: (right.attention(Q, K, V).output, softmax(Q @ K.T))},
        {"attention": lambda Q, K, V: (right.attention(Q, K, V).output * np.nan, right.attention(Q, K, V).weights)},
        {"attention": lambda Q, K, V: tuple(a * (1 + 1e-4) for a in right.attention(Q, K, V))},
        {"attention_scores": lambda Q, K: np.clip(right.attention_scores(Q, K), -10, 10)},
        {"softmax": lambda s: softmax(s) * (np.arange(s.shape[1]) < len(s))},
        {"softmax": lambda s: softmax(s) * (np.arange(len(s)) < s.shape[1])[:, None]},
    ],
    "projections": [
        {"self_attention": lambda X, q, k, v: right.attention(X @ k, X @ q, X @ v)},
        {"self_attention": lambda X, q, k, v: right.attention(X @ q, X @ q, X @ v)},
        {"self_attention": lambda X, q, k, v: right.attention(X, X, X)},
        {"self_attention": lambda X, q, k, v: right.attention(X @ q + 0.01, X @ k, X @ v)},
        {"self_attention": lambda X, q, k, v: tuple(a * np.nan for a in right.self_attention(X, q, k, v))},
        {
            "self_attention": lambda X, q, k, v: (np.ones((len(X), v.shape[1])), np.ones((len(X), len(X)))),
            "attention": lambda Q, K, V: (np.ones((len(Q), V.shape[1])), np.ones((len(Q), len(K)))),
        },
        {"self_attention": Failure(Cause.EXCEPTION, "raised")},
        {"self_attention": lambda X, q, k, v: attention_with(unshifted)(X @ q, X @ k, X @ v)},
        {"self_attention": lambda X, q, k, v: right.self_attention(X, k if X.dtype == np.float32 else q, k, v)},
        {"self_attention": lambda X, q, k, v: right.self_attention(X, q, *((v, k) if k.shape == v.shape else (k, v)))},
        {"self_attention": lambda X, q, k, v: (right.self_attention(X, q, k, v).output, np.ones((len(X), 1)))},
    ],
    "purity": [
        {"softmax": lambda s: np.random.default_rng().random(s.shape)},
        {"attention_scores": lambda Q, K: np.divide(Q, 2, out=Q) @ K.T},
        {"softmax": lambda s: np.full(s.shape, 1 / s.shape[-1])},
        {"self_attention": Failure(Cause.TIMEOUT, "slow")},
        {"softmax": lambda s: np.subtract(s, s.max(), out=s) if s.dtype == np.float64 else softmax(s)},
        {
            "attention": lambda Q, K, V: (
                (V.fill(0), right.attention(Q, K, V))[1] if len(Q) != len(K) else right.attention(Q, K, V)
            )
        },
    ],
}


def test_every_item_of_the_rubric_is_tried_here():
    assert set(CAUGHT) == set(ITEMS)


@pytest.mark.parametrize("check", ITEMS)
@pytest.mark.parametrize("seed", range(5))
def test_right_functions_pass(check, seed):
    finding = find(check, seed=seed)
    assert finding.status is Status.PASSED, finding.message
    assert finding.cause is None


@pytest.mark.parametrize(("check", "number"), [(c, n) for c, cases in CAUGHT.items() for n in range(len(cases))])
def test_a_mistake_of_its_own_fails_an_item(check, number):
    for seed in range(5):
        finding = find(check, seed=seed, **CAUGHT[check][number])
        assert finding.status is Status.FAILED
        assert finding.cause is not None
        assert finding.message


#: One mistake leaves these items alone: it costs the checks it belongs to and no others.
SPARED = {
    "no scale": ({"attention_scores": unscaled, "attention": attention_with(scores=unscaled)},
                 ["shapes", "row_sums", "softmax_axis", "overflow", "projections", "purity"]),
    "wrong axis": ({"softmax": over_queries, "attention": attention_with(over_queries)},
                   ["shapes", "overflow", "sqrt_dk", "purity"]),
    "weights off": ({"attention": lambda Q, K, V: (lambda a: (a.output, a.weights * 1.001))(right.attention(Q, K, V)),
                     "self_attention": lambda X, q, k, v: (lambda a: (a.output, a.weights * 1.001))(right.self_attention(X, q, k, v))},
                    ["shapes", "row_sums", "softmax_axis", "overflow", "sqrt_dk", "projections", "purity"]),
    "scores off": ({"attention_scores": lambda Q, K: np.round(right.attention_scores(Q, K), 4),
                    "attention": attention_with(scores=lambda Q, K: np.round(right.attention_scores(Q, K), 4))},
                   ["shapes", "worked_example", "row_sums", "softmax_axis", "overflow", "sqrt_dk", "purity"]),
    "overflow": ({"softmax": unshifted, "attention": attention_with(unshifted)},
                 ["shapes", "worked_example", "row_sums", "softmax_axis", "sqrt_dk", "fused_match", "projections", "purity"]),
    "rounded": ({"softmax": lambda s: np.round(softmax(s), 4),
                 "attention": lambda Q, K, V: tuple(np.round(a, 4) for a in right.attention(Q, K, V))},
                ["shapes", "worked_example", "row_sums", "softmax_axis", "sqrt_dk", "projections", "purity"]),
    "hard maximum": ({"softmax": lambda s: np.eye(s.shape[-1])[s.argmax(-1)]},
                     ["shapes", "row_sums", "softmax_axis", "overflow", "sqrt_dk", "projections"]),
    "wrong width": ({"attention": lambda Q, K, V: (right.attention(Q, K, K).output, right.attention(Q, K, V).weights)},
                    ["row_sums", "softmax_axis", "overflow", "sqrt_dk", "purity"]),
}  # fmt: skip


@pytest.mark.parametrize("mistake", SPARED)
def test_a_mistake_spares_the_items_it_does_not_belong_to(mistake):
    functions, spared = SPARED[mistake]
    for check in spared:
        for seed in range(5):
            finding = find(check, seed=seed, **functions)
            assert finding.status is Status.PASSED, (check, finding.message)


def test_projections_follow_the_submissions_own_attention():
    own = attention_with(scores=unscaled)
    both = {"attention": own, "self_attention": lambda X, q, k, v: own(X @ q, X @ k, X @ v)}
    assert find("projections", **both).status is Status.PASSED
    exchanged = both | {"self_attention": lambda X, q, k, v: own(X @ k, X @ q, X @ v)}
    assert find("projections", **exchanged).status is Status.FAILED


def test_an_idle_matrix_is_named():
    shared = lambda X, q, k, v: right.attention(X @ q, X @ q, X @ v)  # noqa: E731
    assert "Changing W_k changes nothing" in find("projections", self_attention=shared).message


def test_the_measured_divisors_are_told():
    message = find("sqrt_dk", attention_scores=lambda Q, K: Q @ K.T / K.shape[-1]).message
    assert "divided by 2, 4, 8, 16" in message
    assert "4, 16, 64, 256." in message


def test_a_softmax_over_the_queries_is_called_that():
    assert "runs over the queries" in find("softmax_axis", softmax=over_queries).message


def test_changed_arguments_are_named():
    finding = find("purity", attention_scores=lambda Q, K: np.divide(Q, 2, out=Q) @ K.T)
    assert finding.cause is Cause.IMPURE
    assert "changes Q in place" in finding.message


def test_another_answer_the_second_time_is_unstable():
    draws = np.random.default_rng(0)
    finding = find("purity", softmax=lambda s: softmax(s) + 0.1 * draws.random(s.shape))
    assert finding.cause is Cause.UNSTABLE


def test_another_number_of_values_the_second_time_is_unstable():
    turns = iter(range(100))

    def moody(scores):
        return softmax(scores) if next(turns) < 4 else softmax(scores)[:2]

    assert find("purity", softmax=moody).cause is Cause.UNSTABLE


def test_evidence_tells_error_and_tolerance():
    (seen, *_) = find("fused_match", attention_scores=unscaled).evidence
    assert seen.error > seen.tolerance
    assert seen.error_over_tolerance == pytest.approx(seen.error / seen.tolerance)


def test_the_experiment_shows_spread_and_entropy_for_every_width():
    seen = find("sqrt_dk").evidence
    assert [e.case for e in seen] == ["d_k = 4", "d_k = 16", "d_k = 64", "d_k = 256"]
    assert all("spread" in e.got and "entropy" in e.got for e in seen)


def test_weights_that_are_no_softmax_say_nothing_about_the_scale():
    assert find("sqrt_dk", attention=attention_with(lambda s: 1 / (1 + np.exp(-s)))).status is Status.PASSED
    assert find("sqrt_dk", attention=attention_with(lambda s: s * np.nan)).status is Status.PASSED


def test_the_worked_example_draws_the_lessons_weights_passed_or_failed():
    drawn, wrong = find("worked_example").figure, find("worked_example", attention=attention_with(over_queries)).figure
    assert drawn.want == (("0.401", "0.198", "0.401"), ("0.198", "0.401", "0.401"), ("0.248", "0.248", "0.503"))
    assert drawn.got == drawn.want == wrong.want
    assert wrong.got[0] == ("0.401", "0.198", "0.248")
    assert (drawn.rows, drawn.columns) == ("query", "key")


def test_weights_that_are_no_numbers_are_drawn_as_they_came():
    drawn = find("worked_example", attention=attention_with(lambda s: softmax(s) * np.nan)).figure
    assert drawn.got[2] == ("nan", "nan", "nan")


NO_WEIGHTS = [
    Failure(Cause.EXCEPTION, "raised"),
    lambda Q, K, V: right.attention(Q, K, V).output,
    lambda Q, K, V: (right.attention(Q, K, V).output, np.ones((3, 2))),
]


@pytest.mark.parametrize("number", range(len(NO_WEIGHTS)))
def test_weights_that_are_missing_or_of_another_shape_are_not_drawn(number):
    assert find("worked_example", attention=NO_WEIGHTS[number]).figure is None


def test_the_experiment_draws_the_spread_of_the_scores():
    drawn = find("sqrt_dk", attention_scores=unscaled).figure
    assert (drawn.x, drawn.at) == ("d_k", (4, 16, 64, 256))
    assert drawn.want == pytest.approx((1, 1, 1, 1), abs=0.3)
    assert [got / want for got, want in zip(drawn.got, drawn.want, strict=True)] == pytest.approx([2, 4, 8, 16])
    assert find("sqrt_dk").figure.got == pytest.approx(drawn.want)


def test_scores_that_are_not_finite_leave_a_gap_and_those_of_another_shape_are_not_drawn():
    assert find("sqrt_dk", attention_scores=lambda Q, K: Q @ K.T * np.nan).figure.got == (None,) * 4
    assert find("sqrt_dk", attention_scores=lambda Q, K: np.ones((1, 1))).figure is None


@pytest.mark.parametrize("check", [check for check in ITEMS if check not in ("worked_example", "sqrt_dk")])
def test_other_items_draw_nothing(check):
    assert find(check).figure is None


RIGHT_IN_ODD_WAYS = {
    "clamped after the shift": lambda s: unshifted(np.maximum(s - s.max(-1, keepdims=True), -50)),
    "a tiny constant in the numerator": lambda s: (lambda e: e / e.sum(-1, keepdims=True))(
        np.exp(s - s.max(-1, keepdims=True)) + 1e-20
    ),
    "logaddexp": lambda s: np.exp(s - np.logaddexp.reduce(s, axis=-1, keepdims=True)),
}


@pytest.mark.parametrize("way", RIGHT_IN_ODD_WAYS)
def test_overflow_asks_for_no_more_precision_than_large_scores_have(way):
    for seed in range(40):
        finding = find(
            "overflow", seed=seed, softmax=RIGHT_IN_ODD_WAYS[way], attention=attention_with(RIGHT_IN_ODD_WAYS[way])
        )
        assert finding.status is Status.PASSED, finding.message


@pytest.mark.parametrize("check", ITEMS)
@pytest.mark.parametrize("value", [np.empty(0), np.float64(3), np.zeros((1, 1, 1)), np.array([[np.inf]])])
def test_no_value_of_any_shape_stops_an_item(check, value):
    """Every function gives it, alone, twice, or beside the right output: a finding comes, whatever it says."""
    for function in ITEMS[check].functions():
        for result in (value, (value, value), (right_output, value), (value, right_output)):
            found = find(check, **{function: lambda *arguments, r=result, f=function: filled(r, f, arguments)})
            assert found.status in Status


def right_output(function, arguments):
    result = getattr(right, function)(*arguments)
    return result[0] if isinstance(result, tuple) else result


def filled(result, function, arguments):
    """Put the right output where the case asks for it."""
    values = result if isinstance(result, tuple) else (result,)
    return tuple(v(function, arguments) if callable(v) else v for v in values)


def test_a_partial_item_gives_the_share_of_what_passes():
    partial = ITEMS["row_sums"].model_copy(update={"partial": True})
    assert find(partial, softmax=over_queries, attention=attention_with(over_queries)).status is Status.FAILED
    finding = find(partial, attention=attention_with(over_queries))
    assert (finding.status, finding.share, finding.cause) == (Status.PARTIAL, 0.5, Cause.WRONG)
    assert find(partial).status is Status.PASSED
    match = ITEMS["fused_match"].model_copy(update={"partial": True})
    assert find(match, softmax=over_queries).share == pytest.approx(2 / 3)
    assert find(match, attention=Failure(Cause.EXCEPTION, "raised")).share == pytest.approx(2 / 3)


def test_an_item_that_asks_of_one_thing_has_no_parts():
    assert ITEMS["projections"].parts() == ITEMS["overflow"].parts() == ()
