"""Idempotency keys as they are kept: one space for a course, in which each door and each student has a part.

What is fetched from a platform is known by a key that anybody can guess; so nobody else may make one like it.
"""

import hashlib
from typing import Final

from grader.service.refused import RefusedError
from grader.service.store.tokens import Token

#: How the keys begin that are made here, and those of work that is fetched; see `platforms`.
_OURS: Final = ("student:", "page:", "canvas:", "moodle:")


def of_request(token: Token, key: str | None) -> str | None:
    """Return the key that came with an upload: a student's is that student's own, a course's programs share theirs.

    Raises `RefusedError` (422) for one that could be taken for another door's.
    """
    if key is None:
        return None
    if token.role == "student":
        return f"student:{_digest(token.student_key or '', key)}"
    if key.startswith(_OURS):
        raise RefusedError(422, "reserved_key", f"A key does not begin with {', '.join(_OURS)}; put a word before it.")
    return key


def of_form(student_key: str, *sent: str) -> str:
    """Return the key of a form that was filled in for a student, of all that tells one sending from another."""
    return f"page:{_digest(student_key, *sent)}"


def _digest(*parts: str) -> str:
    """Return a text of one length, so that no key is too long for where it is kept."""
    return hashlib.sha256("\0".join(parts).encode("utf-8", "replace")).hexdigest()
