"""Signing in with a token, the way to what one may see, and signing out."""

import re
from typing import Final

from fastapi import Request, Response
from fastapi.responses import RedirectResponse

from grader.service.database import reading, writing
from grader.service.pages.labs import labs
from grader.service.pages.route import pages
from grader.service.pages.session import begin
from grader.service.pages.showing import show
from grader.service.pages.visitor import Anyone, Sent, TheService, forget, remember
from grader.service.store import audit, courses, tokens

router = pages()

_LONGEST: Final = 512
#: Where one may be led after signing in: our own pages.
_OURS: Final = re.compile(r"/(?:a|s|teach|operate)(?:[/?][\x21-\x5b\x5d-\x7e]*)?")


@router.get("/")
def home(request: Request, service: TheService, who: Anyone, next: str = "") -> Response:  # noqa: A002
    """Show what there is to do, or the form to sign in with."""
    if who.token is None:
        answer: Response = show("signin.html", who, next=_safe(next), problem="")
        remember(answer, request, service, who.session)
        return answer
    with reading(service.database) as connection:
        known = courses.all_of_them(connection)
    mine = [course for course in known if who.token.role == "operator" or course.id == who.token.course_id]
    return show("home.html", who, labs=labs(service), courses=mine, role=who.token.role)


@router.post("/")
def sign_in(request: Request, service: TheService, who: Anyone, sent: Sent) -> Response:
    """Begin a session for whoever has a token; a hook's is for programs."""
    with writing(service.database) as connection:
        token = tokens.find(connection, sent.text("token").strip()[:_LONGEST])
        if token is not None:
            audit.record(connection, token.id, "signed in", token.id)
    onward = _safe(sent.text("next"))
    if token is None or token.role == "hook":
        problem = "This token is not known, has ended, or was revoked. Copy all of it, from grade_ to its end."
        if token is not None:
            problem = "This token is for programs. Sign in with a person's."
        return show("signin.html", who, 403, next=onward, problem=problem)
    answer = RedirectResponse(onward or "/", 303)
    remember(answer, request, service, begin(token.id))
    return answer


@router.post("/out")
def sign_out(request: Request, service: TheService, who: Anyone, sent: Sent) -> Response:
    """End the session in this browser."""
    answer = RedirectResponse("/", 303)
    forget(answer, request, service)
    return answer


def _safe(onward: str) -> str:
    return onward if _OURS.fullmatch(onward) and len(onward) < 500 else ""
