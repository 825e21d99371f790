"""Which repairs to try, the likelier first: led by the bugs that were named and by which functions answer wrongly."""

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from grader.diagnosis.repairs.axes import axes, einsums, kept_axes, new_axes
from grader.diagnosis.repairs.calls import calls_out, statements_out, terms_out, types_out
from grader.diagnosis.repairs.in_place import out_of_place, results_kept
from grader.diagnosis.repairs.module import Module, parsed
from grader.diagnosis.repairs.names import names_exchanged, other_names, projections_in, sizes_renamed
from grader.diagnosis.repairs.operators import means_sums, products_of_entries, times_divided
from grader.diagnosis.repairs.products import orders, transposes_in, transposes_out
from grader.diagnosis.repairs.reach import distances, scopes
from grader.diagnosis.repairs.repair import Repair, overlap
from grader.diagnosis.repairs.returns import returns, returns_after_loops
from grader.diagnosis.repairs.roots import powers, roots, roots_of_integers
from grader.diagnosis.repairs.scale import scale_in, scale_moved, scale_out
from grader.diagnosis.repairs.scope import Change, Scope
from grader.diagnosis.repairs.shift import exponentials_in, shift_in, shift_otherwise
from grader.diagnosis.repairs.sizes import lengths, scale_sizes, shape_indices
from grader.diagnosis.repairs.softmaxes import mix_written_out, softmax_in, softmax_written_out

Family = Callable[[Scope], Iterator[Change]]

# Bounds for texts that are no lab: a function of a lab has some hundred nodes, a family some ten changes of it.
_MOST: Final = 2000
_MOST_FILES: Final = 20
_MOST_NODES: Final = 3000
_MOST_OF_FAMILY: Final = 100

#: All families, in the order of how often their mistakes are made.
FAMILIES: Final[tuple[Family, ...]] = (
    axes, kept_axes, new_axes, results_kept, roots, scale_sizes, shape_indices, sizes_renamed, times_divided, scale_in,
    scale_out, orders, returns, returns_after_loops, einsums, shift_in, shift_otherwise, out_of_place, calls_out,
    terms_out, other_names, names_exchanged, transposes_out, transposes_in, means_sums, softmax_in,
    softmax_written_out, exponentials_in, powers, roots_of_integers, types_out, lengths, statements_out, scale_moved,
    products_of_entries, projections_in, mix_written_out,
)  # fmt: skip

_SIZES: Final[tuple[Family, ...]] = (scale_sizes, shape_indices, sizes_renamed, roots, lengths)
_RETURNS: Final[tuple[Family, ...]] = (returns, returns_after_loops, calls_out)

#: Where to look for a bug that was named. Its ids are those of the diagnosis.
_OF_BUG: Final[dict[str, tuple[Family, ...]]] = {
    "softmax-axis": (axes, kept_axes, new_axes),
    "softmax-axis-fixed": (axes,),
    "softmax-axis-implicit": (axes,),
    "softmax-batch-axis": (axes,),
    "softmax-flattened": (axes, kept_axes),
    "softmax-unstable": (shift_in, shift_otherwise),
    "softmax-clamped": (shift_otherwise, shift_in),
    "softmax-epsilon": (shift_in, shift_otherwise, terms_out),
    "softmax-global-max": (axes, shift_otherwise),
    "softmax-mean-shift": (shift_otherwise, shift_in),
    "softmax-numerator-only": (other_names, shift_in, shift_otherwise),
    "softmax-divided-by-max": (shift_otherwise, shift_in),
    "softmax-keepdim": (kept_axes, axes, new_axes),
    "softmax-twice": (calls_out,),
    "softmax-log": (exponentials_in, calls_out),
    "softmax-sigmoid": (softmax_written_out,),
    "softmax-no-exp": (exponentials_in,),
    "softmax-missing": (softmax_in, other_names),
    "hard-max": (softmax_written_out,),
    "integer-result": (types_out, calls_out),
    "scale-missing": (results_kept, scale_in),
    "scale-dk": (roots,),
    "scale-multiplied": (times_divided, roots),
    "scale-twice": (scale_out,),
    "scale-after-softmax": (scale_moved, scale_out, scale_in),
    "scale-power": (powers,),
    "scale-axis-fixed": _SIZES,
    "scale-batch": _SIZES,
    "scale-d-model": (*_SIZES, other_names),
    "scale-sqrt-dv": (*_SIZES, other_names),
    "scale-sqrt-n": _SIZES,
    "hard-coded-size": _SIZES,
    "length-from-keys": (lengths, shape_indices, other_names),
    "name-undefined": (*_SIZES, other_names),
    "api-misuse": (roots_of_integers, kept_axes),
    "frameworks-mixed": (kept_axes, roots_of_integers),
    "scores-swapped": (orders, names_exchanged, einsums),
    "scores-qq": (other_names, orders),
    "scores-kk": (other_names, orders),
    "keys-reshaped": (orders, einsums),
    "features-not-tokens": (orders,),
    "transpose-fixed-axes": (orders,),
    "mix-not-values": (other_names,),
    "mix-scores": (other_names,),
    "mix-transposed": (orders, transposes_out, einsums),
    "mix-reversed": (orders, einsums),
    "mix-averaged": (means_sums, calls_out, terms_out),
    "mix-elementwise": (products_of_entries, orders),
    "projections-exchanged": (names_exchanged, other_names),
    "projections-shared": (other_names, names_exchanged),
    "projections-ignored": (projections_in, other_names),
    "projections-transposed": (transposes_out, orders, transposes_in),
    "projections-bias": (terms_out,),
    "value-from-key": (other_names, names_exchanged),
    "mutates-inputs": (out_of_place, statements_out),
    "dropout-active": (calls_out,),
    "dropout-before-softmax": (calls_out,),
    "extra-operation": (calls_out, terms_out, statements_out),
    "causal-mask-uninvited": (calls_out, terms_out, statements_out),
    "self-excluded": (calls_out, terms_out, statements_out),
    "rounded": (calls_out,),
    "precision-lost": (calls_out, types_out),
    "returns-swapped": (returns,),
    "returns-output-only": _RETURNS,
    "returns-weights-only": _RETURNS,
    "returns-extra": _RETURNS,
    "not-implemented": (returns, returns_after_loops),
    "forbidden-call": (softmax_written_out, mix_written_out),
    "not-deterministic": (calls_out,),
    "hard-coded-answer": (),
}


def repairs(
    files: Mapping[str, bytes], *, bug: str | None = None, wrong: Sequence[str] = (), near: str = ""
) -> Iterator[Repair]:
    """Yield the repairs of a submission's files that may set it right, the likelier first, each text once.

    `bug` is the bug that was named: only its families are tried. `wrong` are functions (by their names in the file)
    that answer wrongly: only what one of them may call is repaired, first what all of them may call. What is nearest to
    the function `near` comes next. Texts that cannot be parsed are left alone, and no repair makes one.
    """
    try:
        found = list(islice(_changed(files, bug, wrong, near), _MOST))
    except RecursionError:  # an expression nested deeper than anyone writes
        return
    found.sort(key=lambda repair: (-len(repair.changes), repair.near, repair.adds))
    yield from _sound(found)


def _changed(files: Mapping[str, bytes], bug: str | None, wrong: Sequence[str], near: str) -> Iterator[Repair]:
    read = (Module.read(file, data) for file, data in islice(files.items(), _MOST_FILES))
    modules = [module for module in read if module is not None]
    reached = {name: distances(modules, name) for name in wrong}
    nearest = distances(modules, near) if near else {}
    every = [scope for module in modules for scope in scopes(module) if len(scope.nodes) <= _MOST_NODES]
    for family in _OF_BUG.get(bug or "", FAMILIES):
        for scope in every:
            top = scope.name.split(".")[0]
            changes = frozenset(name for name, names in reached.items() if top in names)
            if changes or not reached:
                distance = nearest.get(top, len(nearest))
                for change in islice(family(scope), _MOST_OF_FAMILY):
                    yield _repair(scope, family, change, changes, distance)


def families_of(bug: str) -> tuple[str, ...]:
    """Return the names of the families that are tried for a bug; none for one that has no families of its own."""
    return tuple(family.__name__ for family in _OF_BUG.get(bug, ()))


def _repair(scope: Scope, family: Family, change: Change, changes: frozenset[str], near: int) -> Repair:
    module = scope.module
    first = change.edits[0].start
    around = [node for node in scope.all(ast.stmt) if module.span(node)[0] <= first <= module.span(node)[1]]
    statement = max((node.lineno for node in around), default=scope.function.lineno)
    return Repair(
        module.file, module.data, change.edits, family.__name__, scope.name, change.adds, near, changes, statement
    )


def _sound(found: Iterable[Repair]) -> Iterator[Repair]:
    """Yield the repairs that change something and can be parsed, each text once."""
    seen: set[tuple[str, bytes]] = set()
    for repair in found:
        if overlap(repair.edits) or repair.text == repair.data or (repair.file, repair.text) in seen:
            continue
        seen.add((repair.file, repair.text))
        if parsed(repair.text) is not None:
            yield repair
