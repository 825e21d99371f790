"""The files that pages load: a style and a script, both ours."""

from fastapi import Response

from grader.service.pages.route import pages
from grader.service.pages.showing import STATIC, address
from grader.service.refused import RefusedError

router = pages()


@router.get("/static/{digest}/{name}")
def static(digest: str, name: str) -> Response:
    """Return a file, which never changes at its address."""
    if name not in STATIC or address(name) != f"/static/{digest}/{name}":
        raise RefusedError(404, "not_found", "There is no such file.")
    kind, content = STATIC[name]
    return Response(content, media_type=kind, headers={"Cache-Control": "public, max-age=31536000, immutable"})
