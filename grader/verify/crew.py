"""Hands everything that is to be tried to processes, one for each core, and gathers what they found."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import active_children, get_context
from typing import Final, NamedTuple

from grader.assignment import Assignment
from grader.errors import EnvironmentFaultError
from grader.verify.mutants import mutants
from grader.verify.promise import Promise, promises
from grader.verify.survival import Fate
from grader.verify.trying import Run, begin, hunted, tried

#: Mutants that are hunted at a time.
_PART: Final = 100
_MANY_THREADS: Final = 4
#: A call that one process makes, and what it comes back with.
Part = Callable[[], Run | list[Fate]]


class Found(NamedTuple):
    """Whatever was tried, and what came of it."""

    promises: list[Promise]
    runs: list[Run]
    fates: list[Fate]
    seeds: int
    threads: tuple[int, ...]


def parts(assignment: Assignment, seeds: int) -> Iterator[Part]:
    """Yield all that is to be done, seed by seed: the questions of one seed are worked out once in each process.

    Seeds go from 1 to `seeds`; with every other one submissions use several threads.
    """
    promised, count = promises(assignment), len(mutants(assignment))
    for seed in range(1, seeds + 1):
        for promise in promised:
            yield partial(tried, assignment.folder, promise, seed, _threads(seed))
        for start in range(0, count, _PART):
            yield partial(hunted, assignment.folder, seed, slice(start, start + _PART))


def gathered(assignment: Assignment, seeds: int, results: Iterable[Run | list[Fate]]) -> Found:
    """Put what came of all parts into an order that does not hang on who was first."""
    runs: list[Run] = []
    fates: list[Fate] = []
    for result in results:
        if isinstance(result, Run):
            runs.append(result)
        else:
            fates += result
    promised = promises(assignment)
    order = {promise.name: at for at, promise in enumerate(promised)}
    runs.sort(key=lambda run: (order[run.name], run.seed))
    fates.sort(key=lambda fate: (fate.id, fate.seed))
    return Found(promised, runs, fates, seeds, tuple(sorted({_threads(seed) for seed in range(1, seeds + 1)})))


def try_all(
    assignment: Assignment, *, seeds: int, jobs: int, watch: Callable[[int, int], object] = lambda done, total: None
) -> Found:
    """Do all parts, so many at a time; `watch` is told how many of how many are done."""
    todo = list(parts(assignment, seeds))
    context = get_context("spawn")
    turns = context.Value("i", 0)
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=begin, initargs=(turns,)) as crew:
        try:
            watch(0, len(todo))
            results = []
            for done, part in enumerate(as_completed(list(map(crew.submit, todo))), start=1):
                results.append(part.result())
                watch(done, len(todo))
        except BrokenProcessPool as error:
            raise EnvironmentFaultError(f"A process that tries the rubric ended early: {error}.") from error
        except BaseException:
            _end(crew)
            raise
    return gathered(assignment, seeds, results)


def _end(crew: ProcessPoolExecutor) -> None:
    """End the crew now, whatever it is at: its sandboxes end with it."""
    crew.shutdown(wait=False, cancel_futures=True)
    for process in active_children():
        process.kill()


def _threads(seed: int) -> int:
    return _MANY_THREADS if seed % 2 == 0 else 1
