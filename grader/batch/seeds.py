"""The seed of a class, and that of each student where questions have numbers of their own for everybody."""

import hashlib
from typing import Final

from grader.manifest import Manifest

SEEDS: Final = 2**53  # as in `grader.judge.grading`, which the parent of a batch does not load


def seed_of(key: str, seed: int, manifest: Manifest) -> int:
    """Return the seed of the student `key` in a class with this seed: the same one for all unless a lab is fresh."""
    if not manifest.fresh:
        return seed
    digest = hashlib.sha256(f"{seed}\0{key}".encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:8], "big") % SEEDS
