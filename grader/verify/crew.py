"""Hands everything that is to be tried to processes, one for each core, and gathers what they found."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import Any, Final, NamedTuple

from grader.assignment import Assignment
from grader.errors import EnvironmentFaultError
from grader.verify.mutants import mutants
from grader.verify.promise import Promise, promises
from grader.verify.survival import Fate
from grader.verify.trying import Run, begin, hunted, tried

#: Mutants that are hunted at a time.
_PART: Final = 100
_MANY_THREADS: Final = 4


class Found(NamedTuple):
    """Whatever was tried, and what came of it."""

    promises: list[Promise]
    runs: list[Run]
    fates: list[Fate]
    seeds: int
    threads: tuple[int, ...]


def try_all(
    assignment: Assignment, *, seeds: int, jobs: int, watch: Callable[[int, int], object] = lambda done, total: None
) -> Found:
    """Try an assignment with the seeds 1 to `seeds`; every other one has submissions use several threads.

    `watch` is told how many of how many parts are done.
    """
    promised = promises(assignment)
    runs: list[Run] = []
    fates: list[Fate] = []
    context = get_context("spawn")
    turns = context.Value("i", 0)
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=begin, initargs=(turns,)) as crew:
        parts = [crew.submit(*call) for call in _calls(assignment, promised, seeds)]
        watch(0, len(parts))
        try:
            for done, part in enumerate(as_completed(parts), start=1):
                found = _result(part)
                (fates.extend if isinstance(found, list) else runs.append)(found)
                watch(done, len(parts))
        except BaseException:
            crew.shutdown(wait=False, cancel_futures=True)
            raise
    order = {promise.name: at for at, promise in enumerate(promised)}
    runs.sort(key=lambda run: (order[run.name], run.seed))
    fates.sort(key=lambda each: each.seed)
    return Found(promised, runs, fates, seeds, tuple(sorted({_threads(seed) for seed in range(1, seeds + 1)})))


def _calls(assignment: Assignment, promised: list[Promise], seeds: int) -> Iterator[tuple[Any, ...]]:
    """Yield what is to be called, seed by seed: the questions of one seed are worked out once in each process."""
    count = len(mutants(assignment))
    for seed in range(1, seeds + 1):
        for promise in promised:
            yield tried, assignment.folder, promise, seed, _threads(seed)
        for start in range(0, count, _PART):
            yield hunted, assignment.folder, seed, slice(start, start + _PART)


def _threads(seed: int) -> int:
    return _MANY_THREADS if seed % 2 == 0 else 1


def _result(part: Future[Any]) -> Any:  # noqa: ANN401  # a run, or fates
    try:
        return part.result()
    except (BrokenPipeError, EOFError) as error:
        raise EnvironmentFaultError(f"A process that tries the rubric ended early: {error}.") from error
