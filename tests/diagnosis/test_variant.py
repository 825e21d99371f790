import numpy as np
import pytest

from grader.diagnosis.variant import GIVES, RIGHT, WRONG, ImpossibleError, apart, of_steps, run
from reference import attention as right
from tests.diagnosis.made import FUNCTIONS, MANIFEST, SHOWN, wrong

RNG = np.random.default_rng(0)
SIZES = MANIFEST.lab.squared(RNG)
ALL = tuple(GIVES)
#: Divisors that are right where all sizes are equal, or at one width.
EQUAL_HERE = ("scale-d-model", "scale-sqrt-n", "scale-batch", "scale-sqrt-dv", "hard-coded-size")


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_right_steps_together_are_the_reference(name):
    function = FUNCTIONS[name]
    arguments = function.draw(SIZES, RNG, "float64")
    made = run((), function.steps, arguments)
    result = getattr(right, name)(*arguments.values())
    for value, want in zip(function.returns, result if isinstance(result, tuple) else (result,), strict=True):
        np.testing.assert_allclose(made[value.name], want, rtol=1e-12)


def test_each_step_has_a_right_way():
    assert set(RIGHT) == set(GIVES)


@pytest.mark.parametrize("variant", SHOWN, ids=lambda v: f"{v.bug}-{v.sentence[:40]}")
def test_a_variant_is_told_in_a_sentence_and_is_wrong_somewhere(variant):
    assert variant.sentence.endswith(".") or len(variant.does) > 1
    function = FUNCTIONS["self_attention"]
    sizes = MANIFEST.lab.equal(np.random.default_rng(1))
    differs = False
    for seed, size in [(s, z) for s in range(3) for z in (1.0, 300.0)]:
        arguments = function.draw(sizes, np.random.default_rng(seed), "float32")
        arguments["X"] = arguments["X"] * np.float32(size)
        arguments["X"][0] /= np.float32(size)
        with np.errstate(all="ignore"):
            one, other = (run(e, function.steps, arguments) for e in ((variant,), ()))
        differs |= any(
            one[name].shape != other[name].shape or not np.allclose(one[name], other[name], rtol=1e-4)
            for name in ("scores", "weights", "output")
        )
    assert differs or variant.bug in EQUAL_HERE


def test_a_step_without_its_arrays_cannot_be_done():
    with pytest.raises(ImpossibleError):
        run((wrong("scale-sqrt-dv"),), ("scores", "scale"), FUNCTIONS["attention_scores"].draw(SIZES, RNG, "float64"))


def test_shapes_that_do_not_fit_cannot_be_done():
    sizes = {**SIZES, "n_q": 5, "n_k": 7}
    with pytest.raises(ImpossibleError):
        run(
            (wrong("mix-transposed"),), FUNCTIONS["attention"].steps, FUNCTIONS["attention"].draw(sizes, RNG, "float64")
        )


def test_two_bugs_in_one_step_are_not_apart_and_in_two_steps_they_are():
    assert not apart((wrong("scale-dk"), wrong("scale-missing")))
    assert apart((wrong("scale-dk"), wrong("softmax-axis")))


def test_variants_of_steps_change_no_other_step():
    assert all(set(v.does) <= {"mask", "normalisation"} for v in of_steps(("mask", "normalisation")))
    assert len(of_steps(ALL)) == len(WRONG)
