"""Who grades what: in order, once for each source, whatever the jobs do."""

from hypothesis import given
from hypothesis import strategies as st

from grader.batch.dealing import Dealer, Decision


def played(sources, jobs, choose, deaths=frozenset(), known=None):
    """Play a batch with jobs that are as fast as `choose` says; return how each entry came by its report.

    `sources` holds a digest for each entry, "" for one that cannot be graded. `deaths` are pairs (entry, try).
    """
    dealer = Dealer(range(len(sources)), known or {})
    state = {}  # job -> (entry, "dealt" | "asking" | "working" with what)
    came, tries, steps = {}, dict.fromkeys(range(len(sources)), 0), 0
    while len(came) < len(sources):
        steps += 1
        assert steps < 100 * (len(sources) + 1) * (jobs + 1), "nobody gets on"
        for decision in dealer.decide():
            job = next(job for job, (entry, _) in state.items() if entry == decision.entry)
            if decision.do == "later":
                del state[job]
            else:
                state[job] = (decision.entry, decision)
        for job in range(jobs):
            if job not in state and (entry := dealer.deal()) is not None:
                state[job] = (entry, "dealt")
                tries[entry] += 1
        ready = sorted(job for job, (_, what) in state.items() if what != "asking")
        if not ready:
            continue
        job = ready[choose(len(ready))]
        entry, what = state[job]
        if (entry, tries[entry]) in deaths:
            del state[job]
            if not dealer.died(entry):
                came[entry] = "died"
                dealer.finished(entry, graded=False)
        elif what == "dealt" and sources[entry]:
            dealer.told(entry, sources[entry])
            state[job] = (entry, "asking")
        else:
            del state[job]
            came[entry] = what if isinstance(what, Decision) else "rejected"
            dealer.finished(entry, graded=bool(sources[entry]))
    return came


sources = st.lists(st.sampled_from(["a", "b", "c", ""]), min_size=1, max_size=12)


@given(sources, st.integers(1, 4), st.randoms(use_true_random=False))
def test_the_first_with_a_source_is_graded_and_the_others_copy_it_however_fast_the_jobs_are(sources, jobs, random):
    came = played(sources, jobs, random.randrange)
    for entry, source in enumerate(sources):
        first = sources.index(source)
        wanted = Decision(entry, "grade") if first == entry else Decision(entry, "copy", first)
        assert came[entry] == (wanted if source else "rejected")


@given(sources, st.integers(1, 4), st.randoms(use_true_random=False), st.data())
def test_whoever_dies_everything_comes_to_an_end_and_is_tried_twice(sources, jobs, random, data):
    pairs = st.tuples(st.integers(0, len(sources) - 1), st.integers(1, 2))
    deaths = data.draw(st.frozensets(pairs))
    came = played(sources, jobs, random.randrange, deaths)
    for entry, how in came.items():
        if (entry, 1) not in deaths:
            assert how != "died"


@given(sources, st.integers(1, 4), st.randoms(use_true_random=False))
def test_one_death_changes_nothing(sources, jobs, random):
    calm = played(sources, 1, lambda _: 0)
    assert played(sources, jobs, random.randrange, {(entry, 1) for entry in range(len(sources))}) == calm


def test_what_was_graded_before_is_copied():
    assert played(["x", "x"], 2, lambda _: 0, known={"x": 7}) == {
        0: Decision(0, "copy", 7), 1: Decision(1, "copy", 7),
    }  # fmt: skip


def test_entries_that_wait_for_one_that_fails_are_graded_themselves():
    dealer = Dealer(range(2), {})
    assert [dealer.deal(), dealer.deal()] == [0, 1]
    dealer.told(1, "x")
    assert dealer.decide() == []  # 0 may hold the same
    dealer.told(0, "x")
    assert dealer.decide() == [Decision(0, "grade"), Decision(1, "later", 0)]
    dealer.finished(0, graded=False)
    assert dealer.deal() == 1
    dealer.told(1, "x")
    assert dealer.decide() == [Decision(1, "grade")]
