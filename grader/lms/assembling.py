"""From pieces to entries: whose they are, which attempt counts, and what of it can be graded."""

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath
from typing import Final, Literal, NamedTuple

from grader.lms.download import Download, folders_above
from grader.lms.keys import unique_keys
from grader.lms.piece import Piece
from grader.lms.roster import Entry
from grader.submission.archive import is_source
from grader.submission.source import shown

_UNMATCHED: Final = "Its name does not say whose it is; --name-regex can."


class _Work(NamedTuple):
    """What to grade, as in an `Entry`. What is not in it is passed over."""

    status: Literal["submitted", "nothing", "not code"]
    path: str = ""
    files: dict[str, str] = {}  # noqa: RUF012
    graded: frozenset[str] = frozenset()
    note: str = ""


def assemble(download: Download, pieces: Iterable[Piece]) -> tuple[Entry, ...]:
    """Return an entry for each key, and one for each unmatched thing at the top, in the order of their keys."""
    groups: dict[tuple[str, str], list[Piece]] = {}
    for piece in pieces:
        top = piece.raw_name or piece.path.partition("/")[0]
        groups.setdefault(("entry", piece.key) if piece.key else ("unmatched", top), []).append(piece)
    keys = unique_keys([(identity, kind) for kind, identity in groups])
    below = Counter(folder for file in download.files for folder in folders_above(file))
    entries = [
        _entry(key, group, download, below) if kind == "entry" else _unmatched(key, identity, group, download)
        for key, ((kind, identity), group) in zip(keys, groups.items(), strict=True)
    ]
    return tuple(sorted(entries, key=lambda entry: entry.key))


def _entry(key: str, group: Sequence[Piece], download: Download, below: Counter[str]) -> Entry:
    turns = sorted({piece.turn for piece in group if piece.inside})
    current = [piece for piece in group if piece.inside and piece.turn == turns[-1]]
    work = _work(current, download, below)
    newest = [*current, *sorted(group, key=lambda piece: piece.turn, reverse=True)]
    head = newest[0]
    ids = {kind: value for piece in reversed(newest) for kind, value in piece.ids.items()}
    notes = dict.fromkeys([*(piece.note for piece in current or group), work.note])
    return Entry(
        key=key,
        name=head.name,
        path=work.path and download.top + work.path,
        files={name: download.top + path for name, path in work.files.items()},
        status=work.status,
        late=any(piece.late for piece in current),
        attempt=max(len(turns), *(piece.attempt for piece in newest)),
        submitted_at=next((piece.submitted_at for piece in newest if piece.submitted_at), ""),
        group=head.group,
        ids=ids,
        raw_name=head.raw_name,
        passed_over=tuple(download.top + piece.path for piece in group if piece.path and piece.path not in work.graded),
        note=" ".join(filter(None, notes)),
    )


def _unmatched(key: str, name: str, group: Sequence[Piece], download: Download) -> Entry:
    paths = tuple(download.top + piece.path for piece in group if piece.path)
    return Entry(key=key, name=name, status="unmatched", raw_name=name, passed_over=paths, note=_UNMATCHED)


def _work(current: Sequence[Piece], download: Download, below: Counter[str]) -> _Work:
    """Choose what to grade: sources, all of them together; else a zip, the last of several."""
    own = {_within(piece.inside): piece.path for piece in current if piece.path not in download.links}
    sources = {name: path for name, path in own.items() if is_source(PurePosixPath(name))}
    sources = {name: path for name, path in sources.items() if sources.keys().isdisjoint(_folders(name))}
    zips = [path for name, path in own.items() if name.lower().endswith(".zip") and not name.startswith(".")]
    if not current:
        return _Work("nothing", note="Nothing was handed in.")
    if not sources and not zips:
        return _Work("not code", note=f"No Python file, notebook or zip: {_listed(current)}.")
    if not sources:
        note = f"Of {len(zips)} zips the last is graded." if len(zips) > 1 else ""
        return _Work("submitted", zips[-1], graded=frozenset(zips[-1:]), note=note)
    note = "A zip beside the sources is not read." if zips else ""
    folder = _folder_of(current, below)
    if folder and len(current) > 1:
        return _Work("submitted", folder, graded=frozenset(piece.path for piece in current), note=note)
    only = next(iter(sources.values()))
    return _Work("submitted", only, sources if len(sources) > 1 else {}, frozenset(sources.values()), note)


def _folder_of(current: Sequence[Piece], below: Counter[str]) -> str:
    """Return the folder that holds the pieces, by their own names, and nothing else; "" if there is none."""
    bases = {piece.path.removesuffix(piece.inside) for piece in current}
    base = bases.pop()
    alone = not bases and base.endswith("/") and below[base] == len(current)
    return base.removesuffix("/") if alone else ""


def _within(inside: str) -> str:
    """Return a name that leads nowhere else: with its folders if they are plain, else without."""
    path = PurePosixPath(inside)
    return path.name if path.is_absolute() or ".." in path.parts else str(path)


def _folders(name: str) -> list[str]:
    return [str(folder) for folder in PurePosixPath(name).parents]


def _listed(pieces: Sequence[Piece]) -> str:
    names = ", ".join(shown(piece.inside, 60) for piece in pieces[:3])
    return names if len(pieces) <= 3 else f"{names} and {len(pieces) - 3} more"
