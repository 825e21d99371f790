"""How large a request may be: counted while it comes in, whatever its header claims."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.datastructures import FormData
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from grader.service.api.errors import Page, answer
from grader.service.refused import no_room


@asynccontextmanager
async def form_of(request: Request, *, most_fields: int, most_bytes: int) -> AsyncIterator[FormData]:
    """Yield a form with one file and so many fields, of so many bytes each, at most.

    A file of more than a megabyte is kept on the disk meanwhile; `RefusedError` (503) where that is full.
    """
    try:
        async with request.form(max_files=1, max_fields=most_fields, max_part_size=most_bytes) as form:
            yield form
    except OSError as error:
        raise no_room(error) from error


class BodyLimit:
    """Answers 413 to a body of more than `most` bytes; no more than that is read of it.

    `page` makes the answer at an address for people, and None at others.
    """

    def __init__(self, app: ASGIApp, most: int, page: Page) -> None:
        self._app, self._most, self._page = app, most, page

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, cut where it is too long."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        read, started = 0, False

        async def counted() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            return {"type": "http.disconnect"} if read > self._most else message

        async def told(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        if _claimed(scope) > self._most:
            await self._refuse(scope, receive, send)
            return
        try:
            await self._app(scope, counted, told)
        except ClientDisconnect:
            if read > self._most and not started:
                await self._refuse(scope, receive, send)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        megabytes = f"{self._most / 1024 / 1024:.0f} MB"
        message = f"An upload has {megabytes} at most. Send only your code."
        page = self._page(scope, 413, message)
        await (page or answer(413, "too_large", message, None))(scope, receive, send)


def _claimed(scope: Scope) -> int:
    length = dict(scope["headers"]).get(b"content-length", b"")
    return int(length) if length.isdigit() else 0
