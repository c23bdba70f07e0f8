"""`GET` and `DELETE /threads/{thread_id}`: what a guest may take along, or erase."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from ninja import Router
from ninja.params.functions import Header

from apps.conversations import thread_secrets
from apps.conversations.turns import chat_session
from apps.conversations.turns.chat_session import ChatSession
from apps.conversations.turns.limits import rate_limits
from apps.webchat.api import access, schemas
from apps.webchat.api.errors import ApiError

router = Router(tags=["threads"])
REFUSALS = dict.fromkeys((401, 403, 404, 422, 429, 503), schemas.Failure)
SECRET = Header("", alias="X-Thread-Secret", max_length=128)


@router.get(
    "/threads/{thread_id}",
    auth=access.may_erase,
    response=REFUSALS,
    summary="All that is stored of a thread",
)
async def export(
    request: HttpRequest, thread_id: UUID, secret: str = SECRET
) -> HttpResponse:
    """A zip of JSON files: the thread, and what its guest has told and agreed to."""
    session = await _open(request, thread_id, secret)
    with session.scope():
        archive = await session.memory.archive()
    return HttpResponse(
        archive,
        content_type="application/zip",
        headers={
            "Content-Disposition": 'attachment; filename="conversation.zip"',
            "Cache-Control": "no-store",
        },
    )


@router.delete(
    "/threads/{thread_id}",
    auth=access.may_erase,
    response={204: None, **REFUSALS},
    summary="Erase a thread",
)
async def erase(request: HttpRequest, thread_id: UUID, secret: str = SECRET) -> object:
    """Erases its words everywhere; only counts stay. An answer on its way stops."""
    session = await _open(request, thread_id, secret)
    with session.scope():
        await session.forget()
    return 204, None


async def _open(request: HttpRequest, thread_id: UUID, secret: str) -> ChatSession:
    guest = thread_secrets.guest(secret)
    await access.check_rate(request, guest, rate_limits.Pace.COMMAND)
    session = await chat_session.open_thread(thread_id, secret)
    if session is None:
        raise ApiError(404, "no_such_thread", "There is no such thread.")
    return session
